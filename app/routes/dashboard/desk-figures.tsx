/** A figure of the last day in spans of ten minutes; null where nothing was measured. */
export type DayChart = { title: string; note: string; summary: string; values: readonly (number | null)[] };

const height = 60;
const step = 5;

/** One path of bars for all spans: an element for each would be most of the page. */
function barsOf(values: readonly (number | null)[]): string {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  return values
    .map((value, at) =>
      value ? `M${at * step + 2} ${height}v-${Math.max(1, Math.round((value / most) * height))}` : '',
    )
    .join('');
}

/** What happened in the last 24 hours, as bars from the oldest to the newest (docs/operations.md, "Metrics"). */
export function DayFigures({ charts }: { charts: readonly DayChart[] }) {
  return (
    <>
      <p className="note">Each bar is ten minutes; the newest is on the right. A restart begins anew.</p>
      {charts.map(({ title, note, summary, values }) => (
        <figure key={title} className="day-chart">
          <figcaption>
            <b>{title}</b>, {note}. {summary}.
          </figcaption>
          <svg
            viewBox={`0 0 ${values.length * step} ${height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${title}: ${summary}`}
          >
            <path d={barsOf(values)} />
          </svg>
        </figure>
      ))}
    </>
  );
}
