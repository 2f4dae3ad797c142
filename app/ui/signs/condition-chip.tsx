const classes: Readonly<Record<string, string>> = {
  Excellent: 'chip excellent',
  Good: 'chip good',
  Fair: 'chip fair',
  Poor: 'chip poor',
};

type ConditionChipProps = {
  /** Excellent, Good, Fair and Poor have their colour; anything else is grey. The word is always there. */
  condition: string;
  /** As on a sell card: 'Used · Good' (docs/product.md, "Listings"). */
  isUsed?: boolean;
};

export function ConditionChip({ condition, isUsed = false }: ConditionChipProps) {
  return <span className={classes[condition] ?? 'chip'}>{isUsed ? `Used · ${condition}` : condition}</span>;
}
