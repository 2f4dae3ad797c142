import { formatReason, ok, type Result } from '~/domain/shared/result';
import { type ReadForm, readForm } from '~/submit/form-body.server';

/** Separates the parts of every form made here. */
export const boundary = 'xYzZy';
/** In bytes. */
export const megabyte = 1024 * 1024;

/** A field or a file of a form. */
export type Part = { name: string; value: string } | { name: string; fileName: string; bytes: Buffer };

/** The body of a form with fields and files, in their order. */
export function multipart(parts: readonly Part[]): Buffer {
  const pieces: Buffer[] = [];
  for (const part of parts) {
    const isFile = 'bytes' in part;
    const disposition = `form-data; name="${part.name}"${isFile ? `; filename="${part.fileName}"` : ''}`;
    const type = isFile ? '\r\nContent-Type: image/jpeg' : '';
    pieces.push(Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}${type}\r\n\r\n`));
    pieces.push(isFile ? part.bytes : Buffer.from(part.value), Buffer.from('\r\n'));
  }
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** Sends a body in pieces of the given sizes, repeatedly. */
export function inPieces(body: Buffer, sizes: readonly number[]): ReadableStream<Uint8Array> {
  let at = 0;
  let turn = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= body.length) {
        controller.close();
        return;
      }
      const size = sizes[turn % sizes.length] ?? body.length;
      controller.enqueue(new Uint8Array(body.subarray(at, at + size)));
      at += size;
      turn += 1;
    },
  });
}

/** A form as the reader receives it. @param contentType absent: multipart, with the boundary of `multipart` */
export const createRequest = (body: BodyInit, contentType = `multipart/form-data; boundary=${boundary}`): Request => {
  const options: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'Content-Type': contentType },
    body,
    duplex: 'half',
  };
  return new Request('http://site.test/sell-bikes', options);
};

export type Taken = { name: string; bytes: Buffer };
/** Accepts every file unchanged. */
export const take = async (file: Taken): Promise<Result<Taken>> => ok({ name: file.name, bytes: file.bytes });
/** Reads a whole multipart form. */
export const read = (parts: readonly Part[]): Promise<ReadForm<Taken>> =>
  readForm(createRequest(new Uint8Array(multipart(parts))), take);

/** The errors reported for a form. */
export const messages = (form: ReadForm<unknown>): string[] => form.errors.map(formatReason);
/** A file under the name of photos in forms. */
export const photo = (fileName: string, bytes = Buffer.from('picture')): Part => ({ name: 'photos', fileName, bytes });
