type RefusalScreenProps = { status: number; message: string; style: string };

/** A whole document, because it stands where no route has been reached: what was refused, why, and a way on. */
export function RefusalScreen({ status, message, style }: RefusalScreenProps) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${status} · Dopahiya`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main id="main">
          <section className="stack">
            <h1>{status}</h1>
            <p>{message}</p>
            <p>
              <a className="btn go" href="/main">
                Back to Home
              </a>
            </p>
          </section>
        </main>
      </body>
    </html>
  );
}
