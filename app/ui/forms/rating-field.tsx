import { ratings } from '~/domain/reviews/review';
import { type FieldText, RadioGroup } from './field';

const choices = ratings.map((stars) => ({ value: String(stars), label: stars === 1 ? '1 star' : `${stars} stars` }));

export const RatingField = (field: FieldText & { value?: string }) => (
  <RadioGroup {...field} choices={choices} required />
);
