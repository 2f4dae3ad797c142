import { formatRupees } from '../shared/money';
import { formatWithUnit } from './vehicle-labels';

/** Null if unknown. `note` follows the text in brackets: 'expected'. */
export type Fact = string | { text: string; figure: number; note?: string } | null;

export type Best = { is: 'lowest' | 'highest'; word: string };
export const lowest: Best = { is: 'lowest', word: 'Lowest' };
export const highest: Best = { is: 'highest', word: 'Highest' };

export type VerdictDefinition = {
  title: string;
  formatFigure: (figure: number) => string;
  /** Whether it shows the lead of the best vehicle, '₹35,000 less', instead of its figure. */
  isLead?: true;
  /** What the figure is for: 'for 1,000 km'. */
  note?: string;
};

export const toFact = (figure: number | null, text: string | null): Fact =>
  figure === null || text === null ? null : { figure, text };
export const toMeasuredFact = (figure: number | null, unit: string): Fact =>
  toFact(figure, formatWithUnit(figure, unit));
/** @param after suffix of the amount: ' a month' */
export const toRupeesFact = (amount: number | null, after = ''): Fact =>
  amount === null ? null : { figure: amount, text: formatRupees(amount) + after };
/** Joins several texts in one cell; null for none. */
export const toJoinedFact = (texts: readonly string[], by = ', '): Fact => (texts.length === 0 ? null : texts.join(by));
export const toNamedFact = (figure: number | null): Fact => (figure === null ? null : String(figure));
