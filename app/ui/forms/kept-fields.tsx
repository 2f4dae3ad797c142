/** What an address holds besides the fields that are shown, so that sending a form of the list keeps it. */
export function KeptFields({ fields }: { fields: Readonly<Record<string, string | number | null>> }) {
  return (
    <>
      {Object.entries(fields).map(
        ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
      )}
    </>
  );
}
