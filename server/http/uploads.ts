import type { Readable, Writable } from 'node:stream';
import { callbackify } from 'node:util';
import type { Request, Response } from 'express';
import multer from 'multer';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { Upload } from '../library.ts';
import type { BlobStore, Limits, Staged } from '../ports.ts';
import { encodingOf, inflatedBody } from './decoded.ts';
import { Refusal } from './problem.ts';

/** Keeps the files of a request until a promise is settled, when its answer goes out before that. */
export type Hold = (until: Promise<unknown>) => void;

/** A received form. Names and values of `fields` are unchecked. */
export interface Form {
  readonly files: (field: string) => readonly Upload[];
  readonly fields: Record<string, unknown>;
}

/** Other fields beside the labels: level, valueType, force; forkPoint, ancestors. */
const OPTION_FIELDS = 8;
const FIELD_NAME_BYTES = 100;
/** A thousand names of commits, of 64 letters. */
const FIELD_VALUE_BYTES = 65_000;

/**
 * Receives the files of requests straight to disk, hashing them on the way. Every file is removed when the request is
 * done: what was stored has moved by then.
 */
export class Uploads {
  readonly #blobs: BlobStore;
  readonly #limits: Limits;
  readonly #multer: multer.Multer;
  readonly #stagings = new WeakMap<Request, Promise<Staged>[]>();

  constructor(blobs: BlobStore, limits: Limits) {
    this.#blobs = blobs;
    this.#limits = limits;
    const { maxFilesPerRequest, maxLabels, maxUploadBytes } = limits;
    const maxFields = maxLabels + OPTION_FIELDS;
    this.#multer = multer({
      storage: this.#engine(),
      // @ts-expect-error -- @types/multer 2.3.0 does not know this option of multer 2.5.
      streamHandler(request: Request, form: Writable) {
        if (encodingOf(request) === 'identity') request.pipe(form);
        else
          inflatedBody(request)
            .on('error', (error) => form.destroy(error))
            .pipe(form);
      },
      // Browsers and curl send UTF-8; the default, latin1, would garble every other name.
      defParamCharset: 'utf8',
      limits: {
        fileSize: maxUploadBytes,
        files: maxFilesPerRequest,
        fields: maxFields,
        parts: maxFilesPerRequest + maxFields,
        fieldNameSize: FIELD_NAME_BYTES,
        fieldSize: FIELD_VALUE_BYTES,
        fieldNestingDepth: 0,
        headerPairs: 32,
      },
    });
  }

  /** Runs `action` on a multipart form whose files are in `fields`. */
  async withForm<T>(
    request: Request,
    response: Response,
    fields: readonly string[],
    action: (form: Form, hold: Hold) => Promise<T>,
  ): Promise<T> {
    encodingOf(request);
    const receive = this.#multer.fields(fields.map((name) => ({ name })));
    return this.#holding(
      () => this.#discardAll(request),
      async (hold) => {
        await new Promise<void>((resolve, reject) => {
          receive(request, response, (error: unknown) => {
            if (error === undefined || error === null) resolve();
            else reject(this.#formError(error, fields));
          });
        });
        const received = request.files ?? {};
        const lists = new Map(Array.isArray(received) ? [] : Object.entries(received));
        const files = (field: string) => (lists.get(field) ?? []).map(uploadOf);
        return action({ files, fields: { ...(request.body as Record<string, unknown>) } }, hold);
      },
    );
  }

  /** Runs `discard` when `action` is done, or when what it holds the files for is. */
  async #holding<T>(discard: () => Promise<void>, action: (hold: Hold) => Promise<T>): Promise<T> {
    const held: Promise<unknown>[] = [];
    try {
      return await action((until) => void held.push(until));
    } finally {
      if (held.length === 0) await discard();
      else void Promise.allSettled(held).then(discard);
    }
  }

  /** Removes the files of a form, also those that multer gave up before they were written: no answer goes out earlier. */
  async #discardAll(request: Request): Promise<void> {
    for (const staging of this.#stagings.get(request) ?? []) {
      const [staged] = await Promise.allSettled([staging]);
      if (staged.status === 'fulfilled') await this.#blobs.discard(staged.value.path);
    }
  }

  /** Runs `action` on a request whose body is one file. */
  async withBody<T>(
    request: Request,
    fileName: string | null,
    action: (upload: Upload, hold: Hold) => Promise<T>,
  ): Promise<T> {
    const staged = await this.#stageBody(request);
    return this.#holding(
      () => this.#blobs.discard(staged.path),
      (hold) => action({ ...staged, fileName: displayName(fileName) }, hold),
    );
  }

  async #stageBody(request: Request): Promise<Staged> {
    const maximum = this.#limits.maxUploadBytes;
    // Leaving the loop must not close the connection: the answer still has to go out on it.
    const chunks =
      encodingOf(request) === 'gzip' ? inflatedBody(request) : request.iterator({ destroyOnReturn: false });
    async function* limited(): AsyncGenerator<Uint8Array> {
      let bytes = 0;
      for await (const chunk of chunks) {
        bytes += (chunk as Uint8Array).length;
        if (bytes > maximum) throw new Refusal(fault('upload-too-large', { facts: { maximum } }));
        yield chunk as Uint8Array;
      }
    }
    try {
      return await this.#blobs.stage(limited());
    } catch (error) {
      if (!(error instanceof Refusal) && !request.complete) {
        throw new Refusal(fault('form-incomplete', { facts: { what: 'the connection closed' } }));
      }
      request.resume();
      throw error;
    }
  }

  /** Where multer puts files. Removing them is left to `#discardAll`, which knows of all of them. */
  #engine(): multer.StorageEngine {
    const stage = callbackify(async (request: Request, source: Readable) => {
      const staging = this.#blobs.stage(source);
      this.#stagings.set(request, [...(this.#stagings.get(request) ?? []), staging]);
      const { path, hash, bytes } = await staging;
      return { path, filename: hash, size: bytes };
    });
    return {
      _handleFile: (request, file, done) => stage(request, file.stream, done),
      _removeFile: (_request, _file, done) => done(null),
    };
  }

  /** Multer and its parser tell most errors apart by message only. */
  #formError(error: unknown, fields: readonly string[]): unknown {
    if (error instanceof Refusal) return error;
    if (error instanceof multer.MulterError) return new Refusal(this.#multerFault(error, fields));
    if (error instanceof Error && FORM_ERRORS.test(error.message)) {
      return new Refusal(fault('form-incomplete', { facts: { what: error.message.toLowerCase() } }));
    }
    return error;
  }

  #multerFault({ code, message, field }: multer.MulterError, fields: readonly string[]): Fault {
    switch (code as string) {
      case 'LIMIT_FILE_SIZE':
        return fault('upload-too-large', { facts: { maximum: this.#limits.maxUploadBytes } });
      case 'LIMIT_FILE_COUNT':
        return fault('request-too-large', { facts: { what: 'files' } });
      case 'LIMIT_PART_COUNT':
      case 'LIMIT_FIELD_COUNT':
      case 'LIMIT_FIELD_KEY':
      case 'LIMIT_FIELD_VALUE':
        return fault('request-too-large', { facts: { what: 'fields' } });
      case 'LIMIT_UNEXPECTED_FILE':
        return fault('field-unexpected', { facts: { field: field ?? '', expected: fields.join(' and ') } });
      default:
        return fault('request-malformed', { facts: { where: field ?? '', what: message.toLowerCase() } });
    }
  }
}

const FORM_ERRORS =
  /^(Unexpected end of|Malformed|Multipart: Boundary|Unsupported content type|Missing Content-Type|Request (aborted|closed)|aborted)/;

function uploadOf(file: Express.Multer.File): Upload {
  return { path: file.path, hash: file.filename, bytes: file.size, fileName: displayName(file.originalname) };
}

const MAX_NAME = 255;

/** What is kept of a file's name: no folders, no control characters, not endless. It never becomes a path. */
function displayName(name: string | null): string | null {
  if (name === null) return null;
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const cut = base.replaceAll(/\p{Cc}/gu, '').slice(0, MAX_NAME);
  const shown = cut.replace(/[\uD800-\uDBFF]$/, '');
  return shown === '' ? null : shown;
}
