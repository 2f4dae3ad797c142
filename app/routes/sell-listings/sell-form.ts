import type { ListingKind } from '~/domain/listings/limits';
import type { RefusedForm } from '~/doors/form-door.server';
import type { ChosenPhoto } from '~/ui/forms/photo-chooser';

/** The sell form as its screen gets it, for a new listing or for one that is being changed. */
export type SellForm = {
  view: 'form';
  kind: ListingKind;
  /** Sent along with the form: however often it arrives, it makes one listing. */
  submissionId: string;
  /** The listing that is being changed, as it stood when the form was opened. */
  changing: { id: string; version: number } | null;
  values: Record<string, string>;
  photos: ChosenPhoto[];
  years: { first: number; last: number };
};

/** What the form's own action answers: it was refused, or only its photos changed. Null: they are as they were. */
export type SellFormAnswer = RefusedForm & {
  photos: ChosenPhoto[] | null;
  /** Of the listing that is being changed: what the next try is a change of. 0 or absent: as it was. */
  version?: number | undefined;
  /** How the listing stands now, when it was changed in the meantime. */
  stands?: Record<string, string> | null;
};

export const sellFormParts = {
  photos: { id: 'part-photos', title: 'Photos' },
  basics: { id: 'part-basics', title: 'Basic Information' },
  usage: { id: 'part-usage', title: 'Usage & Condition' },
  pricing: { id: 'part-pricing', title: 'Pricing' },
  legal: { id: 'part-legal', title: 'Legal & Technical Details' },
} as const;
