import { ratings } from '~/domain/rating';
import { Picks } from './choice-field';
import type { FieldText } from './field';

const choices = ratings.map((stars) => ({ value: String(stars), label: stars === 1 ? '1 star' : `${stars} stars` }));

/** One to five stars, all in view, none chosen beforehand. */
export const RatingField = (field: FieldText & { value?: string }) => <Picks {...field} choices={choices} required />;
