type PlateProps = {
  registration: string;
  /** White on green, as electric vehicles carry it. */
  isElectric?: boolean;
};

/** A number plate. */
export function Plate({ registration, isElectric = false }: PlateProps) {
  return <span className={isElectric ? 'plate ev' : 'plate'}>{registration}</span>;
}
