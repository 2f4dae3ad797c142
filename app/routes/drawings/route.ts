import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseDrawingFile } from '~/domain/catalogue/drawing-address';
import { answerPicture, noPicture } from '~/http/picture-answer.server';
import { drawPreview } from './preview-scene.server';
import { drawVehicle } from './standalone-drawings.server';

/** A vehicle's drawing in its colours, `/drawings/<style>-<body>-<accent>.svg`, or on its road as `.png`. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const address = parseDrawingFile(params.file ?? '');
  const svg = address && drawVehicle(address.style, address.colours);
  if (!svg) return noPicture();
  const tag = (params.file ?? '').replace('.', '-');
  if (address.format === 'svg') {
    return answerPicture(request, { bytes: Buffer.from(svg), type: 'image/svg+xml', fileName: 'vehicle.svg', tag });
  }
  const png = await drawPreview(tag, svg);
  if (!png.done) return noPicture(503);
  return answerPicture(request, { bytes: png.value, type: 'image/png', fileName: 'vehicle.png', tag });
}
