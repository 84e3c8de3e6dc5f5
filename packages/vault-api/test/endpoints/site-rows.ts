import { published, site, type Row } from './row.ts'

/** The endpoints of sites. */
export const siteRows: Row[] = [
  {
    path: '/publish/list',
    call: async client => client.sites.list(),
    sent: { token: 'a-secret-token' },
    shapes: [
      [
        { body: { sites: [{ id: 's', slug: 'n', host: 'h', created: 5 }], shared: [], limit: 5 } },
        { sites: [{ id: 's', slug: 'n', host: 'h', created: 5 }], shared: [] },
      ],
      [
        { body: { sites: [{ id: 's', host: 'h', slug: null }] } },
        { sites: [{ id: 's', slug: '', host: 'h', created: 0 }], shared: [] },
      ],
    ],
    failures: [[{ status: 401, body: published('Not signed in', 'NOT_SIGNED_IN') }, 'NotSignedIn']],
    misshapen: { sites: [{ id: 's' }] },
  },
  {
    path: '/publish/create',
    call: async client => client.sites.create(),
    sent: { token: 'a-secret-token' },
    shapes: [
      [{ body: { id: 's', host: 'h' } }, { id: 's', slug: '', host: 'h', created: 0 }],
      [
        { body: { id: 's', host: 'h', slug: '', created: 9, owner: 'x' } },
        { id: 's', slug: '', host: 'h', created: 9 },
      ],
    ],
    failures: [
      [{ body: { error: 'You are over the site limit.' } }, 'AccountFull'],
      [{ status: 403, body: published('No.', 'LIMIT_REACHED') }, 'AccountFull'],
    ],
    misshapen: { id: 's' },
  },
  {
    path: '/publish/delete',
    call: async (client, host) => client.sites.delete(site(host)),
    sent: { token: 'a-secret-token', site_uid: 'site-1' },
    shapes: [[{ body: { status: 'ok' } }, undefined]],
    failures: [
      [{ status: 404, body: published('No.', 'NOT_FOUND') }, 'NotFound'],
      [{ status: 403, body: published('No.', 'FORBIDDEN') }, 'NotAllowed'],
    ],
  },
  {
    path: '/api/slug',
    call: async (client, host) => client.sites.setSlug(site(host), 'our-nights'),
    sent: { token: 'a-secret-token', id: 'site-1', slug: 'our-nights' },
    shapes: [
      [{ body: { status: 'ok', id: 'site-1', slug: 'our-nights' } }, undefined],
      [{ body: {} }, undefined],
    ],
    failures: [
      [{ status: 409, body: published('Taken', 'SLUG_TAKEN') }, 'SlugTaken'],
      [{ status: 409, body: { error: 'That slug is already in use' } }, 'SlugTaken'],
      [{ body: { code: 'NOTFOUND', message: 'x' } }, 'NotFound'],
    ],
  },
  {
    path: '/api/options',
    call: async (client, host) => client.sites.setPassword(site(host), 'moonlight'),
    sent: { token: 'a-secret-token', id: 'site-1', password: 'moonlight' },
    shapes: [
      [{ body: { siteName: 'Our nights', hasPassword: true } }, true],
      [{ body: { hasPassword: false } }, false],
      [{ body: { siteName: 'Our nights' } }, false],
    ],
    failures: [[{ body: { code: 'NOTFOUND', message: 'x' } }, 'NotFound']],
  },
  {
    path: '/api/options',
    call: async (client, host) => client.sites.options(site(host)),
    sent: { token: 'a-secret-token', id: 'site-1' },
    shapes: [
      [
        { body: { siteName: 'Our nights', hasPassword: true } },
        { siteName: 'Our nights', hasPassword: true },
      ],
      [{ body: {} }, {}],
    ],
    failures: [[{ body: { code: 'NOTFOUND', message: 'x' } }, 'NotFound']],
  },
  {
    path: '/api/slugs',
    call: async client => Object.fromEntries(await client.sites.slugs(['a', 'b', 'c'])),
    sent: { token: 'a-secret-token', ids: ['a', 'b', 'c'] },
    shapes: [
      [{ body: { a: 'nights', b: '', d: 'other' } }, { a: 'nights', b: '', c: '' }],
      [{ body: {} }, { a: '', b: '', c: '' }],
    ],
    failures: [],
  },
]
