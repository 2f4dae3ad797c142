import Busboy, { type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Outcome, Problem } from '~/domain/outcome';
import { photosFull, refusePhoto, refuseTooLarge } from '~/domain/photos/photo-problems';
import { shownFileName } from '~/domain/photos/shown-file-name';
import type { BodyAllowance } from '~/http/body-budget.server';
import { readBody } from './body-chunks.server';
import { FormFields, withoutCutLetter } from './form-fields';
import { formLimits, tooLargeForm, tooMuchText, unreadableForm } from './form-limits';

/** An uploaded file. `name` is for display only. */
type UploadedFile = { field: string; name: string; bytes: Buffer };
/** Processes a file. Reading continues once it resolves. */
export type TakeFile<Value> = (file: UploadedFile) => Promise<Outcome<Value>>;

type Multipart<Value> = {
  fields: FormFields;
  files: { field: string; name: string; value: Value }[];
  problems: Problem[];
};

/** Maximum size of part headers; name, file name and type need a fraction of it. */
const headerLimits = { headerPairs: 16, headerSize: 8 * 1024 };

/** Reads a `multipart/form-data` body; see `readForm`. */
export async function readMultipart<Value>(
  request: Request,
  contentType: string,
  takeFile: TakeFile<Value> | undefined,
  allowance: BodyAllowance | null,
): Promise<Multipart<Value>> {
  const reading = new Reading(takeFile, allowance);
  let parser: BusboyInstance;
  try {
    parser = reading.attach(contentType);
  } catch {
    return { ...reading.result, problems: [unreadableForm] };
  }
  const end = await readBody(request, async (piece) => {
    await Promise.race([new Promise((resolve) => parser.write(piece, resolve)), reading.ended]);
    await reading.filesTaken;
    reading.count(piece.length);
    return !reading.isOver;
  });
  parser.end();
  await reading.ended;
  await reading.filesTaken;
  if (end === 'too-large') reading.cutShort();
  return reading.result;
}

/** State of a body being read: the fields and files so far, and the file being processed. */
class Reading<Value> {
  readonly result: Multipart<Value> = { fields: new FormFields(), files: [], problems: [] };
  /** Resolves when the parser has emitted everything. */
  readonly ended: Promise<void>;
  isOver = false;
  /** Files are processed one after the other: at most one is fully in memory. */
  filesTaken: Promise<void> = Promise.resolve();
  #end: () => void = () => undefined;
  #bytes = 0;
  #textBytes = 0;
  #files = 0;

  constructor(
    readonly takeFile: TakeFile<Value> | undefined,
    readonly allowance: BodyAllowance | null,
  ) {
    this.ended = new Promise((resolve) => {
      this.#end = () => {
        this.isOver = true;
        resolve();
      };
    });
  }

  /** @throws if the header contains no boundary */
  attach(contentType: string): BusboyInstance {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        ...headerLimits,
        fieldSize: formLimits.textBytes,
        fileSize: formLimits.fileBytes,
        fields: formLimits.fields,
        parts: formLimits.fields + 10 * formLimits.files,
      },
    });
    parser.on('field', (name, value, _, isTruncated) => this.#takeText(name, value, isTruncated));
    const { takeFile } = this;
    if (takeFile) parser.on('file', (field, stream, name) => this.#receive(takeFile, field, stream, name));
    parser.on('fieldsLimit', () => this.#giveUp());
    parser.on('partsLimit', () => this.#giveUp());
    parser.on('error', () => {
      if (!this.isOver) this.#add(unreadableForm);
    });
    parser.on('finish', this.#end);
    return parser;
  }

  /** If no file is expected, file bytes count as text: such a form is limited like a URL-encoded one. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (!this.takeFile && this.#bytes > formLimits.textBytes) this.#add(tooMuchText);
  }

  /** Reading stopped at the size limit, so the missing end is not an error of its own. */
  cutShort(): void {
    this.result.problems = this.result.problems.filter((problem) => problem !== unreadableForm);
    this.#add(tooLargeForm);
  }

  /** No real form has so many parts: parsing the rest would take longer than all that came before. */
  #giveUp(): void {
    this.#add(tooMuchText);
    this.isOver = true;
  }

  #add(problem: Problem): void {
    const { problems } = this.result;
    if (!problems.some((known) => known.message === problem.message)) problems.push(problem);
  }

  #takeText(name: string | undefined, value: string, isTruncated: boolean): void {
    if (!name || Buffer.byteLength(name) > formLimits.fieldNameBytes) {
      this.#add(unreadableForm);
      return;
    }
    const left = formLimits.textBytes - this.#textBytes - Buffer.byteLength(name);
    const bytes = Buffer.byteLength(value);
    if (isTruncated || bytes > left) this.#add(tooMuchText);
    if (left <= 0) return;
    this.#textBytes += Buffer.byteLength(name) + Math.min(bytes, left);
    if (isTruncated || bytes > left) {
      this.result.fields.append(name, withoutCutLetter(Buffer.from(value).toString('utf8', 0, left)));
    } else {
      this.result.fields.append(name, value);
    }
  }

  #receive(
    takeFile: TakeFile<Value>,
    field: string | undefined,
    stream: BusboyFileStream,
    rawName: string | undefined,
  ): void {
    const name = shownFileName(rawName ?? '');
    const isSurplus = this.#files >= formLimits.files;
    const chunks: Buffer[] = [];
    let isEmpty = true;
    let isBroken = false;
    stream.on('error', () => {
      isBroken = true;
    });
    let held = 0;
    const letGo = () => {
      this.allowance?.change(-held);
      held = 0;
    };
    stream.on('limit', () => {
      chunks.splice(0);
      letGo();
    });
    stream.on('data', (chunk: Buffer) => {
      isEmpty = false;
      if (isSurplus || stream.truncated) return;
      chunks.push(chunk);
      held += chunk.length;
      this.allowance?.change(chunk.length);
    });
    stream.on('end', () => {
      // An empty file input is sent as a file without name and bytes; it does not count as a file.
      if (isBroken || !field || (!rawName && isEmpty)) {
        letGo();
        return;
      }
      if (this.#files >= formLimits.files) {
        this.#add(refusePhoto(photosFull).problem);
        return;
      }
      this.#files += 1;
      if (stream.truncated) {
        this.#add(refuseTooLarge(name).problem);
        return;
      }
      const bytes = Buffer.concat(chunks.splice(0));
      this.filesTaken = this.filesTaken.then(() => this.#hand(takeFile, { field, name, bytes })).finally(letGo);
      // The next reader of the promise gets the error; until then it must not be an unhandled rejection.
      this.filesTaken.catch(() => undefined);
    });
  }

  async #hand(takeFile: TakeFile<Value>, file: UploadedFile): Promise<void> {
    const outcome = await takeFile(file);
    if (outcome.done) this.result.files.push({ field: file.field, name: file.name, value: outcome.value });
    else this.#add(outcome.problem);
  }
}
