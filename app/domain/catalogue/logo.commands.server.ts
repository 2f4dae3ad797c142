import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '~db/connection';
import { brandLogos } from '~db/schema/vehicles';
import { memoizePrepared } from '~db/statements';
import { recordAuditEvent } from '../moderation/audit-log.server';
import type { Logo } from '../photos/renditions.server';
import { defineCommand } from '../shared/command.server';
import { failWith } from '../shared/fields.server';
import { requirePermission } from '../shared/permissions';
import { type AppError, err, ok } from '../shared/result';
import { sha256 } from '../shared/secrets.server';
import { findBrands } from './brand.queries.server';
import type { Brand } from './vehicle';

type LogoChange = { brandId: string; logo: Logo | null };

/** No logo removes the one there is. */
const logoChange: z.ZodType<LogoChange> = z.object({
  brandId: z.string(),
  logo: z.custom<Logo | null>(
    (logo) => logo !== undefined,
    failWith({ code: 'required', values: { label: 'Picture' } }),
  ),
});

const noSuchBrand: AppError = { kind: 'not-found', code: 'brand_not_found' };

/** Each change is logged (docs/product.md, "Home"). */
export const changeLogo = defineCommand<LogoChange, Brand>({
  name: 'change-logo',
  schema: () => logoChange,
  limit: 'write',
  run({ brandId, logo }, context) {
    const operator = requirePermission(context.actor, 'shop');
    if (!operator.ok) return operator;
    const { db, now } = context;
    const brand = findBrands(db).find(({ id }) => id === brandId);
    if (!brand) return err(noSuchBrand);
    db.delete(brandLogos).where(eq(brandLogos.brandId, brandId)).run();
    const hash = logo && sha256(logo.webp);
    if (logo && hash !== null)
      db.insert(brandLogos)
        .values({ brandId, ...logo, hash, createdAt: now.toISOString() })
        .run();
    const action = logo ? 'logo given' : 'logo removed';
    recordAuditEvent(context, { subject: 'brand', subjectId: brandId, title: brand.name, action });
    return ok({ ...brand, logo: hash });
  },
});

const reads = memoizePrepared((db) =>
  db
    .select({ webp: brandLogos.webp })
    .from(brandLogos)
    .where(eq(brandLogos.hash, sql.placeholder('hash')))
    .prepare(),
);

/** The WebP bytes of a logo by its content hash; null when no brand has it. */
export const findLogo = (db: Database, hash: string): Buffer | null => reads(db).get({ hash })?.webp ?? null;
