import sharp from 'sharp';
import { FairQueue } from '../fair-queue';
import { photosBusy } from './photo-problems';

// Restricts uploads to these decoders, whatever their bytes pretend to be. SVG stays blocked for buffers, which are
// untrusted, and is open for files, which are only our own illustrations (`draw-scene.server.ts`).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadSvgFile',
  ],
});
// No image is processed twice, and a decoded one is large: the library's cache would only waste memory.
sharp.cache(false);
sharp.concurrency(1);

/** The image library with its loaders restricted; import it from here only. */
export const imageLibrary = sharp;

/** Timeout in seconds for decoding one image. */
export const imageSeconds = 30;

/** Queue for all image work, one job at a time, which leaves the other processor to page requests. */
export const imageTurns = new FairQueue(24, photosBusy);
