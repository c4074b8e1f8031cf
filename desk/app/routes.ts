// Paths relative to /desk, which `server/desk-handler.ts` handles.
import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('ui/desk-layout.tsx', [
    index('features/today/index.tsx'),
    ...prefix('enquiries', [
      index('features/enquiries/index.tsx'),
      route('export', 'features/enquiries/export.tsx'),
      route('new', 'features/enquiries/new.tsx'),
      route(':reference', 'features/enquiries/show.tsx'),
      route(':reference/forget', 'features/enquiries/forget.tsx'),
      route(':reference/quote', 'features/deals/quote.tsx'),
    ]),
    route('deals/:id', 'features/deals/deal.tsx'),
    route('import', 'features/import/index.tsx'),
    route('import/:id', 'features/import/show.tsx'),
    route('stock', 'features/stock/index.tsx'),
    route('stock/new', 'features/stock/new.tsx'),
    route('stock/bulk', 'features/stock/bulk.tsx'),
    route('stock/:id', 'features/stock/plate.tsx'),
    route('stock/:id/sell', 'features/stock/sell.tsx'),
    route('stock/:id/reserve', 'features/stock/reserve.tsx'),
    route('articles', 'features/articles/index.tsx'),
    route('articles/new', 'features/articles/new.tsx'),
    route('articles/:id', 'features/articles/edit.tsx'),
    route('articles/:id/versions', 'features/articles/versions.tsx'),
    route('sales', 'features/sales/index.tsx'),
    route('sales/new', 'features/sales/new.tsx'),
    route('sales/:id', 'features/sales/edit.tsx'),
    route('changes', 'features/changes/index.tsx'),
    route('changes/undo', 'features/changes/undo.tsx'),
    route('changes/:batch', 'features/changes/change.tsx'),
    route('more', 'features/more/index.tsx'),
    route('numbers', 'features/numbers/index.tsx'),
    route('pictures', 'features/pictures/index.tsx'),
    route('pictures/:id', 'features/pictures/picture.tsx'),

    ...prefix('firm', [
      index('features/firm/index.tsx'),
      route(':group', 'features/firm/group.tsx'),
      route('mail', 'features/firm/mail.tsx'),
      route('pages/:page', 'features/firm/statement-preview.tsx'),
      route('templates', 'features/firm/templates.tsx'),
      route('templates/:template', 'features/firm/template.tsx'),
    ]),

    route('account', 'features/account/account.tsx'),
    route('account/passkeys', 'features/account/passkey-list.tsx'),
    route('account/password', 'features/account/password.tsx'),
    route('account/app', 'features/account/app.tsx'),
    route('account/recovery-codes', 'features/account/new-recovery-codes.tsx'),

    route('people', 'features/people/index.tsx'),
    route('people/invite', 'features/people/invite.tsx'),
    route('people/:id', 'features/people/person.tsx'),
  ]),

  // access/route-access.ts says who may open which route; a route that it does not list requires a sign-in.
  route('sign-in', 'features/sign-in/index.tsx'),
  route('sign-in/code', 'features/sign-in/code.tsx'),
  route('sign-out', 'features/sign-in/sign-out.ts'),
  route('join', 'features/sign-in/join.tsx'),
  route('set-up', 'features/sign-in/set-up.tsx'),
  route('set-up/app', 'features/sign-in/app-set-up.tsx'),
  route('confirm', 'features/sign-in/confirm-identity.tsx'),
  route('passkey-options', 'features/sign-in/passkey-options.ts'),

  route('articles/find', 'features/articles/find.ts'),
  route('articles/:id/save', 'features/articles/save.ts'),
  route('sales/check', 'features/sales/check.ts'),
  route('enquiries/export/file', 'features/enquiries/export-file.ts'),
  route('numbers/:file', 'features/numbers/file.ts'),
  route('deals/:id/:document', 'features/deals/document.tsx'),
  route('pictures.json', 'features/pictures/pictures-json.ts'),

  route('*', 'features/not-found.tsx'),
] satisfies RouteConfig
