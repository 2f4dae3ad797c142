import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noRoomForPhotos } from '~/domain/photos/photo';
import { sha256 } from '~/domain/shared/crypto.server';
import { err, ok, type Result } from '~/domain/shared/result';

/** Bytes on disk for all requests being read, together. */
const mostBytes = 512 * 1024 * 1024;
let spooledBytes = 0;

/** A file in temporary storage. */
export type SpooledFile = { path: string; name: string; sha256: string };

/**
 * Files of one request in temporary storage, readable by the server's user only, until the fields after them have
 * arrived and passed validation: no file is processed for a rejected request.
 */
export class SpooledFiles {
  #folder: string | null = null;
  #bytes = 0;
  #count = 0;

  /** @returns the error `unavailable` if there is no space */
  async add(bytes: Buffer, name: string): Promise<Result<SpooledFile>> {
    if (spooledBytes + bytes.length > mostBytes) return err(noRoomForPhotos);
    this.#bytes += bytes.length;
    spooledBytes += bytes.length;
    try {
      this.#folder ??= await mkdtemp(join(tmpdir(), 'dopahiya-upload-'));
      const path = join(this.#folder, String(this.#count));
      this.#count += 1;
      await writeFile(path, bytes, { mode: 0o600 });
      return ok({ path, name, sha256: sha256(bytes) });
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return err(noRoomForPhotos);
      throw error;
    }
  }

  read = ({ path }: SpooledFile): Promise<Buffer> => readFile(path);

  async remove(): Promise<void> {
    spooledBytes -= this.#bytes;
    this.#bytes = 0;
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true });
  }
}
