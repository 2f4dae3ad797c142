import { checkSection } from '~/domain/content/sections.server';
import { formatReason } from '~/domain/shared/result';
import type { ShopSection } from '~db/enums';
import type { Runtime } from './runtime.server';

/** @throws 404 with a sentence for a section that is off */
export function requireSection({ db }: Pick<Runtime, 'db'>, section: ShopSection): void {
  const open = checkSection(db, section);
  if (!open.ok) throw new Response(formatReason(open.error), { status: 404 });
}
