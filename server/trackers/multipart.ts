import { createHash } from 'node:crypto';
import type { NewFile } from './tracker.ts';

/** A form with one file in the field `file`, as trackers take it. */
export function fileForm({ fileName, contentType, bytes }: NewFile): { type: string; bytes: Uint8Array } {
  // A boundary must not stand in the content; one made of its hash does not.
  const boundary = `firebreak-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: ${contentType}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
