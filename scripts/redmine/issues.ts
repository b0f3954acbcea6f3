import { z } from 'zod';
import type { Redmine } from './instance.ts';

export interface IssueFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** An issue as its readers see it. */
export interface Issue {
  readonly notes: readonly { readonly id: number; readonly text: string }[];
  readonly attachments: readonly { readonly id: number; readonly name: string; readonly bytes: number }[];
}

const uploaded = z.object({ upload: z.object({ token: z.string() }) });
const created = z.object({ issue: z.object({ id: z.number() }) });
const found = z.object({
  issue: z.object({
    journals: z.array(z.object({ id: z.number(), notes: z.string().nullable() })),
    attachments: z.array(z.object({ id: z.number(), filename: z.string(), filesize: z.number() })),
  }),
});

/** Makes an issue with attachments, as a person would; gives its number. */
export async function createIssue(
  redmine: Redmine,
  subject: string,
  description: string,
  files: readonly IssueFile[],
): Promise<number> {
  const uploads = [];
  for (const { name, type, bytes } of files) {
    const path = `/uploads.json?filename=${encodeURIComponent(name)}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const { upload } = uploaded.parse(await redmine.call(path, { method: 'POST', headers, body: Buffer.from(bytes) }));
    uploads.push({ token: upload.token, filename: name, content_type: type });
  }
  const issue = { project_id: 'mdev', subject, description, uploads };
  return created.parse(await redmine.call('/issues.json', { method: 'POST', body: JSON.stringify({ issue }) })).issue
    .id;
}

export async function readIssue(redmine: Redmine, id: number): Promise<Issue> {
  const { issue } = found.parse(await redmine.call(`/issues/${id}.json?include=journals,attachments`));
  return {
    notes: issue.journals.flatMap(({ id, notes }) => (notes === null || notes === '' ? [] : [{ id, text: notes }])),
    attachments: issue.attachments.map(({ id, filename, filesize }) => ({ id, name: filename, bytes: filesize })),
  };
}

export async function attachmentOf(redmine: Redmine, issue: Issue, name: string): Promise<Buffer> {
  const attachment = issue.attachments.find((one) => one.name === name);
  const response = await fetch(`${redmine.url}/attachments/download/${attachment?.id}/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
