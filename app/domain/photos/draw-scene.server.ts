import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { done, type Outcome } from '../outcome';
import { imageLibrary, imageSeconds, imageTurns } from './image-library.server';

/**
 * Makes a PNG of one of our own drawings. It goes by way of a file, because the SVG decoder is shut for bytes, which is
 * how photos come (`image-library.server.ts`).
 *
 * @param svg never anything that came from outside
 * @returns the problem 'too-many' when too much work on pictures waits already
 * @throws when the drawing is no SVG
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
