import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { photoTypes } from '~/domain/photos/photo';
import { deskPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { DeskPage } from '~/ui/desk/desk-frame';
import { FieldNotes, getControlProps } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { Button } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import { BrandLogo } from '~/ui/primitives/link-list';
import type { ScreenHandle } from '~/ui/screen-kind';
import { AuditTrail, LinkedEntry } from '../../parts';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Brands', 'Logos of the brands.');

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** Logos of the brands (docs/product.md, "Brands"). */
export default function Brands() {
  const { brand, lines, unfinished } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? unfinished ?? undefined;
  if (brand) {
    return (
      <DeskPage title={brand.name} back={{ text: 'Brands', href: deskPaths.brands() }}>
        <div className="stack">
          <LogoForm brand={brand} rejected={rejected} />
        </div>
      </DeskPage>
    );
  }
  return (
    <DeskPage title="Brands" back={{ text: 'Shop', href: deskPaths.shop() }}>
      <div className="stack">
        <p>A brand is shown as its monogram until you upload a logo that you may use.</p>
        <ul className="entry-list">
          {lines.map((line) => (
            <LinkedEntry
              key={line.id}
              title={line.name}
              href={deskPaths.brands(line.id)}
              aside={<BrandLogo {...line} />}
            >
              <p className="note">{line.logo ? 'Logo uploaded by an operator' : 'Monogram'}</p>
            </LinkedEntry>
          ))}
        </ul>
      </div>
    </DeskPage>
  );
}

type LogoFormProps = { brand: NonNullable<Data['brand']>; rejected: RejectedForm | undefined };

function LogoForm({ brand: { actions, ...brand }, rejected }: LogoFormProps) {
  const action = deskPaths.brands(brand.id);
  const text = {
    name: 'logo',
    label: 'Picture of the logo',
    help: 'JPEG, PNG, WebP or AVIF of at most 8 MB. It is made small, on white.',
    error: rejected?.errors.logo,
  };
  return (
    <>
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      <p className="row">
        <BrandLogo {...brand} />
        <span className="note">{brand.logo ? 'This logo is shown to everyone.' : 'The monogram is shown.'}</span>
      </p>
      <form method="post" action={action} encType="multipart/form-data" className="stack">
        <div className="field">
          <ul className="photo-tiles">
            <li>
              <label>
                <Icon name="camera" />
                {text.label}
                <input type="file" accept={photoTypes.join(',')} {...getControlProps(text)} />
              </label>
            </li>
          </ul>
          <FieldNotes {...text} />
        </div>
        <p>
          <Button kind="primary">{brand.logo ? 'Replace the logo' : 'Give this logo'}</Button>
        </p>
      </form>
      {brand.logo && (
        <form method="post" action={action}>
          <p>
            <Button name="intent" value="remove-logo">
              Remove the logo
            </Button>
          </p>
        </form>
      )}
      <AuditTrail actions={actions} />
    </>
  );
}
