import type { RefusedForm } from '~/doors/form-door.server';
import type { ChosenPhoto } from '~/ui/forms/photo-chooser';

/** The form as its screen gets it, for a new vehicle or for one that is being changed. */
export type VehicleForm = {
  submissionId: string;
  /** The vehicle that is being changed, as it stood when the form was opened. */
  changing: { id: string; name: string; version: number } | null;
  /** The owner pressed Delete and is asked once more. */
  isDeleting: boolean;
  values: Record<string, string>;
  photos: ChosenPhoto[];
};

/** What the form's own action answers: it was refused, or only its photos changed. */
export type VehicleFormAnswer = RefusedForm & {
  photos: ChosenPhoto[];
  /** What the next try is a change of. */
  version: string;
  /** What was stored meanwhile; empty unless that is why it was refused. */
  stands: Record<string, string>;
};
