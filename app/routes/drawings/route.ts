import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseDrawingFile } from '~/domain/drawings/drawing';
import { noPicture, pictureResponse } from '~/http/responses.server';
import { drawPreview, drawVehicle } from './drawings.server';

/** A vehicle's drawing in its colours, `/drawings/<style>-<body>-<accent>.svg`, or on its road as `.png`. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const address = parseDrawingFile(params.file ?? '');
  const svg = address && drawVehicle(address.style, address.colours);
  if (!svg) return noPicture();
  const tag = (params.file ?? '').replace('.', '-');
  if (address.format === 'svg') {
    return pictureResponse(request, { bytes: Buffer.from(svg), type: 'image/svg+xml', fileName: 'vehicle.svg', tag });
  }
  const png = await drawPreview(tag, svg);
  if (!png.ok) return noPicture(503);
  return pictureResponse(request, { bytes: png.value, type: 'image/png', fileName: 'vehicle.png', tag });
}
