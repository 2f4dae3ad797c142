import { renderToStaticMarkup } from 'react-dom/server';
import { contentSecurityPolicyFor } from '~/http/content-security-policy.server';
import { RefusalScreen } from '~/ui/refusal-screen';
import { styleWith, troubleSheets } from '~/ui/styles/style-of-screen.server';

const style = styleWith(troubleSheets);
const contentSecurityPolicy = contentSecurityPolicyFor({ style, scripts: [] });

/**
 * Renders an error page for requests rejected before routing: with the stylesheet of the site, without layout and
 * script.
 */
export function refusalPage(status: number, message: string): { html: string; contentSecurityPolicy: string } {
  const html = renderToStaticMarkup(<RefusalScreen status={status} message={message} style={style} />);
  return { html: `<!doctype html>${html}`, contentSecurityPolicy };
}
