import type { LoaderFunctionArgs } from '@remix-run/node';
import { isOpen } from '~/domain/content/sections.server';
import { createMissingPictureResponse, createPictureResponse } from '~/http/responses.server';
import { createDonationTiers } from './donations.server';
import { renderQrCode } from '~/ui/drawings/qr-drawing.server';

export const handle = { isPartOfScreens: true };

/** A donation tier's link as a QR code, `/donations/<tier>-<digest>.svg`, valid while the screen shows it. */
export function loader({ request, params, context }: LoaderFunctionArgs): Response {
  if (!isOpen(context.runtime.db, 'donations')) return createMissingPictureResponse();
  const upi = createDonationTiers(context.runtime).find((tier) => tier.upi?.file === params.file)?.upi;
  if (!upi) return createMissingPictureResponse();
  return createPictureResponse(request, {
    bytes: Buffer.from(renderQrCode(upi.link)),
    type: 'image/svg+xml',
    fileName: 'donation.svg',
    tag: upi.file.replace('.', '-'),
  });
}
