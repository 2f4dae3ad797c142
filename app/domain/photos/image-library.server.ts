import sharp from 'sharp';
import { FairQueue } from '../fair-queue';
import { photosBusy } from './photo-problems';

// Whatever a file's bytes pretend to be, only these decoders can ever be reached. SVG stays shut for bytes, which come
// from outside, and is open for files, which only our own drawings are (`draw-scene.server.ts`).
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
// No picture is worked on twice, and a decoded one is large: the library's cache would only hold memory.
sharp.cache(false);
sharp.concurrency(1);

/** The library with its doors shut; nothing else imports it by name. */
export const imageLibrary = sharp;

/** Seconds after which decoding one picture is given up. */
export const imageSeconds = 30;

/** One queue for all work on pictures, one at a time: it leaves the other processor to people who only look. */
export const imageTurns = new FairQueue(24, photosBusy);
