import { z } from 'zod';
import { type AppError, err, ok, type Reason, type Result } from '../shared/result';
import { FairQueue, queueLimits } from '../shared/fair-queue';
import { type ImageJob, type PhotoFailure, photoFailures } from './image-jobs';
import { ImageProcess, type JobEnd } from './image-process.server';
import {
  createPhotoError,
  minPhotoSide,
  maxPhotoRatio,
  photosBusy,
  photosUnavailable,
  photoWidths,
  type PhotoWidth,
  type Size,
} from './photo';
import type { PhotoCost } from './photo-cost.server';

/** Queue for all image processing, one job at a time, which leaves the other core for page requests. */
export const imageQueue = new FairQueue(queueLimits.images, photosBusy);

/** The process for all image processing, which the server itself never does. */
export const imageProcess = new ImageProcess();

export type Renditions = { size: Size; webp: Record<PhotoWidth, Buffer> };

export type Logo = Size & { webp: Buffer };

const pictureBytes = z.instanceof(Buffer).refine(({ length }) => length > 0 && length < 16_000_000);
const side = (max: number) => z.number().int().min(1).max(max);
const width = side(photoWidths[2]);
const height = side(photoWidths[2] * maxPhotoRatio);
const renditions = z.object({
  size: z.object({ width, height }),
  webp: z.object({ 320: pictureBytes, 640: pictureBytes, 1280: pictureBytes }),
});
const logo = z.object({ width, height, webp: pictureBytes });

/** What a decoder sends is not trusted: it has read a file of a stranger. */
const createReplySchema = <Value extends z.ZodType>(value: Value) =>
  z.union([z.object({ value }), z.object({ failure: z.enum(photoFailures) }), z.object({ error: z.string() })]);

const failureReasons: Record<PhotoFailure, (file: string) => Reason> = {
  'too-small': (file) => ({ code: 'photo_too_small', values: { file, pixels: minPhotoSide } }),
  damaged: (file) => ({ code: 'photo_damaged', values: { file } }),
  'too-costly': (file) => ({ code: 'photo_too_costly', values: { file } }),
};

/** The error for an end that is that of the machine, not of the picture; null for others. */
function getMachineError(end: JobEnd): AppError | null {
  if ('reply' in end) return null;
  if (end.end === 'no-start') return photosUnavailable;
  return end.end === 'time' || end.end === 'killed' ? photosBusy : null;
}

async function runPhotoJob<Value>(
  kind: 'renditions' | 'logo',
  value: z.ZodType<Value>,
  bytes: Buffer,
  { format, isWhole, width, height }: PhotoCost,
  file: string,
): Promise<Result<Value>> {
  const end = await imageProcess.run({ kind, bytes, format, isWhole, pixels: width * height });
  const machineError = getMachineError(end);
  if (machineError) return err(machineError);
  const reply = 'reply' in end ? createReplySchema(value).safeParse(end.reply).data : undefined;
  if (reply && 'value' in reply) return ok(reply.value);
  return createPhotoError(failureReasons[reply && 'failure' in reply ? reply.failure : 'too-costly'](file));
}

/** @returns 'invalid' for no photo, or one that costs too much; 'unavailable' when the machine is too busy */
export const makeRenditions = (bytes: Buffer, cost: PhotoCost, file: string): Promise<Result<Renditions>> =>
  runPhotoJob('renditions', renditions, bytes, cost, file);

/** Decodes an operator's picture of a logo and scales it down, on white. @returns the errors of `makeRenditions` */
export const makeLogo = (bytes: Buffer, cost: PhotoCost, file: string): Promise<Result<Logo>> =>
  runPhotoJob('logo', logo, bytes, cost, file);

/** Draws one of our own illustrations. @throws when it is not valid */
async function draw(job: ImageJob): Promise<Result<Buffer>> {
  const end = await imageProcess.run(job);
  const machineError = getMachineError(end);
  if (machineError) return err(machineError);
  const reply = 'reply' in end ? createReplySchema(pictureBytes).parse(end.reply) : { error: `Ended by ${end.end}.` };
  if ('value' in reply) return ok(reply.value);
  throw new Error(`A picture could not be drawn: ${JSON.stringify(reply)}`);
}

/** @param svg never untrusted input @throws when the illustration is not valid SVG */
export const drawScene = (svg: string): Promise<Result<Buffer>> =>
  imageQueue.run('drawings', () => draw({ kind: 'drawing', svg }));

/** @param svg never untrusted input @param photo one of our own; null without one @returns 'unavailable' when busy */
export const drawOverlay = (
  svg: string,
  size: Size & { pictureHeight: number },
  photo: Buffer | null,
): Promise<Result<Buffer>> => imageQueue.run('previews', () => draw({ kind: 'overlay', svg, size, photo }));
