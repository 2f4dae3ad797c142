import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { done, type Outcome } from '../outcome';
import { imageLibrary, imageSeconds, imageTurns } from './image-library.server';

/**
 * Renders one of our own illustrations to PNG. It is passed as a file, because the SVG decoder is blocked for buffers,
 * which is how uploads arrive (`image-library.server.ts`).
 *
 * @param svg never untrusted input
 * @returns the problem 'too-many' when too much image work is already queued
 * @throws when the illustration is not valid SVG
 */
export function drawScene(svg: string): Promise<Outcome<Buffer>> {
  return imageTurns.take('drawings', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'drawing-'));
    try {
      const path = join(folder, 'drawing.svg');
      await writeFile(path, svg);
      const png = imageLibrary(path).timeout({ seconds: imageSeconds }).png({ palette: true, colours: 128, effort: 4 });
      return done(await png.toBuffer());
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
