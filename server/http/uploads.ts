import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import type { Request, Response } from 'express';
import multer from 'multer';
import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import type { Upload } from '../library.ts';
import type { BlobStore, Limits, Staged } from '../ports.ts';
import { Refusal } from './problem.ts';

/** A received form. Names and values of `fields` are unchecked. */
export interface Form {
  readonly files: (field: string) => readonly Upload[];
  readonly fields: Record<string, unknown>;
}

/** Other fields beside the labels: level, valueType. */
const OPTION_FIELDS = 4;
const FIELD_NAME_BYTES = 100;
const FIELD_VALUE_BYTES = 2_000;

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
    action: (form: Form) => Promise<T>,
  ): Promise<T> {
    const receive = this.#multer.fields(fields.map((name) => ({ name })));
    try {
      await new Promise<void>((resolve, reject) => {
        receive(request, response, (error: unknown) => {
          if (error === undefined || error === null) resolve();
          else reject(this.#formError(error, fields));
        });
      });
      const received = request.files ?? {};
      const lists = new Map(Array.isArray(received) ? [] : Object.entries(received));
      return await action({
        files: (field) => (lists.get(field) ?? []).map(uploadOf),
        fields: { ...(request.body as Record<string, unknown>) },
      });
    } finally {
      await this.#discardAll(request);
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
  async withBody<T>(request: Request, fileName: string | null, action: (upload: Upload) => Promise<T>): Promise<T> {
    const staged = await this.#stageBody(request);
    try {
      return await action({ ...staged, fileName: displayName(fileName) });
    } finally {
      await this.#blobs.discard(staged.path);
    }
  }

  async #stageBody(request: Request): Promise<Staged> {
    const maximum = this.#limits.maxUploadBytes;
    async function* limited(): AsyncGenerator<Uint8Array> {
      let bytes = 0;
      // Leaving the loop must not close the connection: the answer still has to go out on it.
      for await (const chunk of request.iterator({ destroyOnReturn: false })) {
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
