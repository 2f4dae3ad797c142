import type { LoaderFunctionArgs } from '@remix-run/node';
import { LRUCache } from 'lru-cache';
import { drawingPreviewSize, parseDrawingFile } from '~/domain/photos/drawing';
import { drawScene } from '~/domain/photos/renditions.server';
import { ok, type Result } from '~/domain/shared/result';
import { createMissingPictureResponse, createPictureResponse } from '~/http/responses.server';
import { drawVehicle } from './drawings.server';

const { width, height } = drawingPreviewSize;
const roadHeight = 96;
/** The vehicle's drawing is 230 × 150 with its ground at 142, which is placed on the road. */
const vehicleWidth = 860;
const vehicleHeight = (vehicleWidth * 150) / 230;
const ground = height - roadHeight + 26;
const vehicleTop = ground - (vehicleHeight * 142) / 150;

function renderScene(vehicle: string): string {
  const placed = vehicle.replace(
    /^<svg /,
    `<svg x='${(width - vehicleWidth) / 2}' y='${vehicleTop}' width='${vehicleWidth}' height='${vehicleHeight}' `,
  );
  const line = height - roadHeight / 2 + 14;
  return `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' viewBox='0 0 ${width} ${height}'>
<rect width='${width}' height='${height}' fill='#ebe5d6'/>
<rect y='${height - roadHeight}' width='${width}' height='${roadHeight}' fill='#40454c'/>
<path d='M-20 ${line}H${width}' stroke='#fff' stroke-width='6' stroke-dasharray='72 48'/>
${placed}</svg>`;
}

const previewCache = new LRUCache<string, Buffer>({ maxSize: 4 * 1024 * 1024, sizeCalculation: (png) => png.length });

/** A vehicle's preview as PNG, 1200 × 630. The most recently requested ones are cached. */
async function drawPreview(key: string, vehicle: string): Promise<Result<Buffer>> {
  const preview = previewCache.get(key);
  if (preview) return ok(preview);
  const drawn = await drawScene(renderScene(vehicle));
  if (drawn.ok) previewCache.set(key, drawn.value);
  return drawn;
}

/** A vehicle's drawing in its colours, `/drawings/<style>-<body>-<accent>.svg`, or on its road as `.png`. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const drawing = parseDrawingFile(params.file ?? '');
  const svg = drawing && drawVehicle(drawing.style, drawing.colours);
  if (!svg) return createMissingPictureResponse();
  const tag = (params.file ?? '').replace('.', '-');
  if (drawing.format === 'svg') {
    return createPictureResponse(request, {
      bytes: Buffer.from(svg),
      type: 'image/svg+xml',
      fileName: 'vehicle.svg',
      tag,
    });
  }
  const png = await drawPreview(tag, svg);
  if (!png.ok) return createMissingPictureResponse(503);
  return createPictureResponse(request, { bytes: png.value, type: 'image/png', fileName: 'vehicle.png', tag });
}
