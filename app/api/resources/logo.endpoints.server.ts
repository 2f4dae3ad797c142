import { z } from 'zod';
import { findBrands } from '~/domain/catalogue/brand.queries.server';
import { changeLogo } from '~/domain/catalogue/logo.commands.server';
import type { Brand } from '~/domain/catalogue/vehicle';
import { changeShopLogo } from '~/domain/desk/shop-settings.server';
import type { Logo } from '~/domain/photos/renditions.server';
import { ok, type Result } from '~/domain/shared/result';
import { paths } from '~/paths';
import { bodyWithImages, defineEndpoint, type Endpoint, idParam, noInput, team } from '../define-endpoint.server';
import { runEndpointCommand } from '../endpoint-command.server';
import { readLogoBody } from '../offer-body.server';
import { respondWithData, respondWithError, respondWithItem } from '../respond.server';
import { nullableText } from '../schemas.server';

const logoAddress = nullableText.meta({
  description: 'Address of the logo as WebP, which never changes; null without one.',
});

const brand = z
  .object({
    _id: z.string(),
    id: z.string(),
    name: z.string(),
    initial: z.string().meta({ description: 'The monogram that is shown without a logo.' }),
    logo: logoAddress,
  })
  .meta({ id: 'Brand' });
const shopLogo = z.object({ logo: logoAddress });

const image = z.object({
  images: z
    .array(z.string())
    .length(1)
    .meta({ description: 'One picture as a data string of up to 8 MB: JPEG, PNG, WebP or AVIF.' }),
});
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAABlBMVEX////MAADNd7xaAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFklEQVQY02NgRAMMZAowQMFAC1DoFwBnEADBDoZ76AAAAABJRU5ErkJggg==';
const body = bodyWithImages(() => image, { images: [picture] }, ['application/json']);

const logo = `https://bikes.example${paths.logo('9f86d081884c7d659a2feaa0c55ad015')}`;
const example = { _id: 'honda', id: 'honda', name: 'Honda', initial: 'H', logo };

const toAddress = (hash: string | null, origin: string): string | null => hash && origin + paths.logo(hash);
const toBrandJson = ({ logo: hash, ...stored }: Brand, origin: string) =>
  ({ _id: stored.id, ...stored, logo: toAddress(hash, origin) }) satisfies z.infer<typeof brand>;

const withLogo =
  (read: () => Promise<Result<Logo>>) =>
  async <Input>(input: Input & { logo: Logo | null }): Promise<Result<Input & { logo: Logo | null }>> => {
    const logo = await read();
    return logo.ok ? ok({ ...input, logo: logo.value }) : logo;
  };

/** A picture has no version: it is given again. */
const all = { ...noInput, subject: 'shop', access: team('shop'), hasNoVersion: true } as const;
const ofBrand = {
  ...all,
  path: '/desk/brands/{id}/logo',
  params: idParam,
  response: { status: 200, data: brand, example },
  rejections: { 404: ['brand_not_found'] },
} as const;
const ofShop = { ...all, path: '/desk/logo', response: { status: 200, data: shopLogo, example: { logo } } } as const;

export const logoEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    ...noInput,
    subject: 'shop',
    access: team('shop'),
    operationId: 'listBrandLogos',
    method: 'GET',
    path: '/desk/brands',
    summary: 'List the brands of the catalogue with their logos',
    response: { status: 200, data: z.object({ brands: z.array(brand) }), example: { brands: [example] } },
    handler: ({ runtime, origin }) =>
      respondWithData({ brands: findBrands(runtime.db).map((stored) => toBrandJson(stored, origin)) }),
  }),
  defineEndpoint({
    ...ofBrand,
    operationId: 'giveBrandLogo',
    method: 'PUT',
    summary: 'Give a brand its logo',
    body,
    rejections: { 404: ['brand_not_found'] },
    async handler(context, { params }) {
      const picture = await readLogoBody(context);
      if (!picture.ok) return respondWithError(picture.error);
      const { content, read } = picture.value;
      const result = await runEndpointCommand(
        context,
        changeLogo,
        { brandId: params.id, logo: null },
        content,
        withLogo(read),
      );
      return respondWithItem(result, (stored) => toBrandJson(stored, context.origin));
    },
  }),
  defineEndpoint({
    ...ofBrand,
    operationId: 'removeBrandLogo',
    method: 'DELETE',
    summary: 'Remove the logo of a brand',
    response: { ...ofBrand.response, example: { ...example, logo: null } },
    handler: async (context, { params }) =>
      respondWithItem(await runEndpointCommand(context, changeLogo, { brandId: params.id, logo: null }), (stored) =>
        toBrandJson(stored, context.origin),
      ),
  }),
  defineEndpoint({
    ...ofShop,
    operationId: 'giveShopLogo',
    method: 'PUT',
    summary: 'Give the site a logo, in place of its name',
    body,
    async handler(context) {
      const picture = await readLogoBody(context);
      if (!picture.ok) return respondWithError(picture.error);
      const { content, read } = picture.value;
      const fields = { logo: null, isPreview: false };
      const result = await runEndpointCommand(context, changeShopLogo, fields, content, withLogo(read));
      return respondWithItem(result, ({ hash }) => ({ logo: toAddress(hash, context.origin) }));
    },
  }),
  defineEndpoint({
    ...ofShop,
    operationId: 'removeShopLogo',
    method: 'DELETE',
    summary: 'Remove the logo of the site',
    response: { ...ofShop.response, example: { logo: null } },
    handler: async (context) =>
      respondWithItem(await runEndpointCommand(context, changeShopLogo, { logo: null, isPreview: false }), () => ({
        logo: null,
      })),
  }),
];
