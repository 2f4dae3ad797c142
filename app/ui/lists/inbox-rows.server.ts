import type { Offer } from '~/domain/catalogue/vehicle';
import { getColours } from '~/domain/photos/drawing';
import type { ConversationRow } from '~/domain/conversations/conversation';
import { privateSeller } from '~/domain/listings/listing';
import { getPhotoSources } from '~/domain/photos/photo';
import { formatRecent } from '~/domain/shared/dates';
import { formatRupees } from '~/domain/shared/money';
import { paths } from '~/paths';
import { formatLabel } from '../forms/field';
import type { IconName } from '../primitives/icon-shapes';
import type { InboxEntry } from './conversations';
import type { RequestKind } from '~db/enums';

export function getPicture(offer: Offer): { picture: NonNullable<InboxEntry['picture']>; priceRupees: number | null } {
  if (offer.kind === 'vehicle') {
    const { photo, bodyStyle, priceRupees } = offer.vehicle;
    const colours = getColours(offer.vehicle);
    return { picture: { photo: photo && getPhotoSources(photo), bodyStyle, colours }, priceRupees };
  }
  const { photos, drawing, presentPrice } = offer.listing;
  const [photo] = photos;
  return {
    picture: { photo: photo ? getPhotoSources(photo) : null, bodyStyle: drawing.bodyStyle, colours: drawing },
    priceRupees: presentPrice,
  };
}

const availabilityTexts: Readonly<Record<ConversationRow['listing']['availability'], string | null>> = {
  available: null,
  sold: 'sold',
  hidden: 'hidden',
  deleted: 'deleted',
};

function getLastLine({ isEnded, isSuspect, lastMessage: { text, isOwn } }: ConversationRow): string {
  if (isEnded) return 'We ended this conversation.';
  const line = isOwn ? `You: ${text}` : text;
  return isSuspect ? `Possible spam: ${line}` : line;
}

function getRole({ side, request, otherName, listing: { availability } }: ConversationRow): string | null {
  if (request || availability !== 'available' || otherName === privateSeller) return null;
  return side === 'buyer' ? 'seller' : 'buyer';
}

const icons: Readonly<Record<RequestKind, IconName>> = {
  message: 'chat',
  service: 'wrench',
  feedback: 'star',
  appointment: 'calendar',
};

function createInboxEntry(row: ConversationRow, offer: Offer | undefined, now: Date): InboxEntry {
  const { id, otherName, listing, unread, lastWrittenAt } = row;
  const { picture = null, priceRupees = null } = offer ? getPicture(offer) : {};
  const state = row.request ? formatLabel(row.request.status).toLowerCase() : availabilityTexts[listing.availability];
  return {
    id,
    href: paths.newestMessage({ id }),
    name: otherName,
    role: getRole(row),
    time: formatRecent(new Date(lastWrittenAt), now),
    writtenAt: lastWrittenAt,
    picture,
    icon: row.request && icons[row.request.kind],
    regarding: {
      bold: priceRupees === null ? null : formatRupees(priceRupees),
      text: state === null ? listing.name : `${listing.name} · ${state}`,
    },
    line: getLastLine(row),
    unread,
  };
}

export const createInboxEntries = (
  rows: readonly ConversationRow[],
  offers: ReadonlyMap<string, Offer>,
  now: Date,
): InboxEntry[] => rows.map((row) => createInboxEntry(row, offers.get(row.listing.id ?? ''), now));
