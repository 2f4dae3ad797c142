type ReasonsProps = { reasons: readonly { title: string; description: string }[] };

/** Reasons in short columns: what, and one sentence. Style sheet `reasons`. */
export function Reasons({ reasons }: ReasonsProps) {
  return (
    <ul className="two why">
      {reasons.map(({ title, description }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p className="s">{description}</p>
        </li>
      ))}
    </ul>
  );
}
