import { paths } from '~/paths';

type Step = { title: string; text: string; way: { text: string; href: string } };

const steps: readonly Step[] = [
  {
    title: 'Find a vehicle',
    text: 'Search by name on the home screen, or narrow everything down by kind, brand, fuel, condition and price.',
    way: { text: 'Browse all', href: paths.browse() },
  },
  {
    title: 'Compare',
    text: 'Press the plus on up to four vehicles, new or used, and see them side by side. The list stays in this browser.',
    way: { text: 'Compare', href: paths.compare() },
  },
  {
    title: 'Work out the cost',
    text: 'Any price, down payment, rate and tenure gives the monthly figure; its address can be shared or printed.',
    way: { text: 'EMI Calculator', href: paths.emiCalculator() },
  },
  {
    title: 'Sell yours',
    text: 'Fill in one form and add up to 10 photos. Without an account, keep the code you are shown: it opens the listing again.',
    way: { text: 'Sell', href: paths.sell() },
  },
  {
    title: 'Book a service',
    text: 'Sign in, choose the service and a day, and describe what is wrong. You can cancel until it is completed.',
    way: { text: 'Book a service', href: paths.service() },
  },
];

/** Step-by-step help for browsing, selling and booking. */
export function UserGuide() {
  return (
    <section className="divided" aria-labelledby="guide">
      <h2 id="guide">User Guide</h2>
      <ol className="auto-columns user-guide">
        {steps.map(({ title, text, way }) => (
          <li key={title}>
            <span className="step-number" />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
              <a className="action-link" href={way.href}>
                {way.text}
              </a>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
