import { createReadStream } from 'node:fs';
import { Router, json, raw } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { fault } from '../../core/model/problem.ts';
import { LEVELS } from '../../core/normalize/rule.ts';
import { needs, placed, principalOf, projectAsked } from '../auth/guard.ts';
import { checked } from '../http/checked.ts';
import { Refusal } from '../http/problem.ts';
import type { Uploads } from '../http/uploads.ts';
import { ingestErrors } from '../ingest/errors.ts';
import { keyOf, labelsOf, timeOf } from '../ingest/key.ts';
import { asFolded } from '../ingest/lines.ts';
import { pushedIn } from '../ingest/push-wire.ts';
import type { PushedSeries } from '../ingest/push-wire.ts';
import { pushRequest } from '../ingest/push.ts';
import { selected, selectionOf } from '../ingest/select.ts';
import { asBearer, tenantOf } from '../ingest/sender.ts';
import type { Upload } from '../library.ts';
import { projectRulesHash } from '../rules.ts';
import type { Context } from './context.ts';

/** Formats of `/ingest`, as its parameter names them. `trie` and `tree` are Pyroscope's own, which no agent sends today. */
const FORMATS = ['folded', 'lines', 'pprof', 'jfr', 'speedscope'] as const;

const ingestQuery = z.looseObject({
  name: z.string(),
  from: z.string().optional(),
  format: z.string().optional(),
  spyName: z.string().max(100).optional(),
});

const span = z.string().max(40);
const diffQuery = z.looseObject({
  leftQuery: z.string().max(5_000),
  leftFrom: span.default('now-1h'),
  leftUntil: span.default('now'),
  rightQuery: z.string().max(5_000),
  rightFrom: span.default('now-1h'),
  rightUntil: span.default('now'),
  level: z.enum(LEVELS).default('none'),
});

/** Largest body of `Push`: agents send a few profiles of some kilobytes in it. */
const MOST_PUSH_BYTES = 8 * 1024 * 1024;

const PROTO = 'application/proto';

export interface IngestOptions {
  readonly uploads: Uploads;
  /** Finds out who asks. */
  readonly identify: RequestHandler;
  readonly limitHeavy: RequestHandler;
}

/**
 * The addresses of Pyroscope that agents push to and its pages read from, so that neither has to be changed. Every push is a
 * profile of its own with the labels of its agent; pushes of other windows differ in the label `time`.
 */
export function ingestRoutes(
  { ports, library, access }: Context,
  { uploads, identify, limitHeavy }: IngestOptions,
): Router {
  const { blobs, clock, limits, workers, profiles } = ports;

  async function store(request: Request, files: readonly Upload[], labels: ReadonlyMap<string, string>): Promise<void> {
    const principal = principalOf(request);
    const tenant = tenantOf(request);
    const all = tenant === null || labels.has('project') ? labels : new Map([...labels, ['project', tenant]]);
    if (all.size > limits.maxLabels) throw new Refusal(fault('request-too-large', { facts: { what: 'labels' } }));
    const stored = await library.addProfiles(files, placed(principal, all));
    const ids = stored.map(({ row }) => row.id);
    await access.own(principal, 'profile', ids);
  }

  async function ingest(request: Request, response: Response): Promise<void> {
    const { name, from, format = 'folded', spyName } = checked(ingestQuery, { ...request.query });
    if (!FORMATS.some((known) => known === format)) {
      throw new Refusal(fault('ingest-format', { seen: format.slice(0, 40), facts: { known: [...FORMATS] } }));
    }
    const key = keyOf(name);
    const time = from === undefined ? clock.now() : timeOf(from, clock.now());
    if (time === null) throw new Refusal(fault('request-malformed', { facts: { where: 'from', what: 'not a time' } }));
    const labels = new Map([
      ...labelsOf([['spy', spyName ?? '']]),
      ...key.labels,
      ...labelsOf([['app', key.app]]),
      ['time', new Date(time).toISOString()] as const,
    ]);
    if (request.is('multipart') === 'multipart') {
      const fields = ['profile', 'prev_profile', 'sample_type_config', 'jfr', 'labels'];
      await uploads.withForm(request, response, fields, async ({ files }) => {
        if (files('prev_profile').length > 0) throw new Refusal(fault('ingest-previous'));
        const sent = [...files('profile'), ...files('jfr')];
        if (sent.length === 0) throw new Refusal(fault('file-missing', { facts: { field: 'profile' } }));
        await store(
          request,
          sent.map((file) => ({ ...file, fileName: key.app })),
          labels,
        );
      });
    } else {
      await uploads.withBody(request, key.app, async (upload) => {
        if (format !== 'lines') return store(request, [upload], labels);
        const folded = await blobs.stage(asFolded(createReadStream(upload.path)));
        try {
          return await store(request, [{ ...folded, fileName: upload.fileName }], labels);
        } finally {
          await blobs.discard(folded.path);
        }
      });
    }
    response.json({});
  }

  async function push(request: Request, response: Response): Promise<void> {
    for (const { labels: given, profiles: sent } of seriesIn(request)) {
      const named = new Map(given.map(({ name, value }) => [name, value]));
      const app = named.get('service_name') ?? named.get('__name__') ?? 'unknown';
      const labels = new Map([
        ...labelsOf(named),
        ...labelsOf([
          ['app', app],
          ['profile', named.get('__name__') ?? ''],
        ]),
      ]);
      const files: Upload[] = [];
      try {
        for (const bytes of sent) files.push({ ...(await blobs.stage(once(bytes))), fileName: app });
        if (files.length > 0) await store(request, files, labels);
      } finally {
        for (const { path } of files) await blobs.discard(path);
      }
    }
    if (request.is(PROTO) === PROTO) response.type(PROTO).end();
    else response.json({});
  }

  async function renderDiff(request: Request, response: Response): Promise<void> {
    const given = checked(diffQuery, { ...request.query });
    const project = projectAsked(principalOf(request), tenantOf(request) ?? undefined);
    const now = clock.now();
    const most = Math.floor(limits.maxRuns / 2);
    const side = (query: string, from: string, until: string) =>
      selected(selectionOf(query, from, until, now), project, most, ports);
    const base = await side(given.leftQuery, given.leftFrom, given.leftUntil);
    const head = await side(given.rightQuery, given.rightFrom, given.rightUntil);
    const files = await library.filesOf([...base, ...head].map(({ id }) => id));
    const rulesHash = await projectRulesHash(ports);
    const [compared, written] = [blobs.reserve(), blobs.reserve()];
    try {
      const done = await workers.compare({
        base: files.slice(0, base.length),
        head: files.slice(base.length),
        level: given.level,
        valueType: null,
        recording: null,
        force: false,
        sameWidth: false,
        without: [],
        rulesText: rulesHash === null ? null : await profiles.ruleText(rulesHash),
        maxInflatedBytes: limits.maxInflatedBytes,
        output: compared,
      });
      if (!done.ok) throw new Refusal(done.error.fault);
      const report = await workers.report({ path: done.value.result.path, format: 'flamebearer', output: written });
      if (!report.ok) throw new Refusal(report.error.fault);
      response.type('application/json').setHeader('Cache-Control', 'private, no-store');
      await new Promise<void>((resolve, reject) => {
        response.sendFile(report.value.path, { dotfiles: 'allow', cacheControl: false, etag: false }, (error) =>
          error ? reject(error) : resolve(),
        );
      });
    } finally {
      await blobs.discard(compared);
      await blobs.discard(written);
    }
  }

  const router = Router();
  const who = [asBearer(), identify];
  router.post(['/ingest', '/pyroscope/ingest'], who, needs('upload'), limitHeavy, ingest);
  const body = [json({ limit: MOST_PUSH_BYTES, strict: false }), raw({ limit: MOST_PUSH_BYTES, type: PROTO })];
  router.post('/push.v1.PusherService/Push', who, needs('upload'), limitHeavy, body, push);
  router.get('/pyroscope/render-diff', who, needs('read'), limitHeavy, renderDiff);
  router.use(ingestErrors());
  return router;
}

/** What `Push` holds, in either of the forms that Connect has. */
function seriesIn(request: Request): readonly PushedSeries[] {
  if (request.is(PROTO) === PROTO) return pushedIn(Buffer.isBuffer(request.body) ? request.body : new Uint8Array());
  if (request.is('json') !== 'json') {
    const expected = ['application/json', PROTO];
    const seen = request.headers['content-type'] ?? null;
    throw new Refusal(fault('content-type-unsupported', { seen, facts: { expected } }));
  }
  return checked(pushRequest, request.body).series.map(({ labels, samples }) => ({
    labels,
    profiles: samples.map(({ rawProfile }) => Buffer.from(rawProfile, 'base64')),
  }));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
