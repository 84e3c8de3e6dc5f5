import { bytesSource } from '../../src/index.ts'
import { published, site, type Row } from './row.ts'

/** The three endpoints of files. */
export const fileRows: Row[] = [
  {
    path: '/api/list',
    call: async (client, host) => client.files.list(site(host)),
    sent: { token: 'a-secret-token', id: 'site-1', version: 2 },
    shapes: [
      [
        { body: { files: [{ path: 'a.md', hash: 'AB', size: 2, ctime: 1 }], owner: true } },
        [{ path: 'a.md', hash: 'ab', size: 2 }],
      ],
      [{ body: [{ path: 'a.md', hash: 'ab' }] }, [{ path: 'a.md', hash: 'ab', size: 0 }]],
    ],
    failures: [[{ status: 404, body: published('No site', 'NOT_FOUND') }, 'NotFound']],
    misshapen: { files: [{ path: 'a.md' }] },
  },
  {
    path: '/api/upload',
    call: async (client, host) =>
      client.files.upload(site(host), { path: 'x.md', source: bytesSource('hello') }),
    sent: {},
    shapes: [
      [{ body: { status: 'ok' } }, undefined],
      [{ body: {} }, undefined],
      [{ body: { status: 'ok', path: 'x.md', hash: 'ab', size: 5, msg: 'stored' } }, undefined],
    ],
    failures: [
      [{ status: 413, body: published('Too large', 'TOO_LARGE') }, 'TooLarge'],
      [{ status: 413, body: '<html>413 Request Entity Too Large</html>' }, 'TooLarge'],
      [{ status: 400, body: published('Mismatch', 'HASH_MISMATCH') }, 'HashMismatch'],
      [{ status: 507, body: published('Full', 'QUOTA_EXCEEDED') }, 'QuotaExceeded'],
      [{ status: 403, body: published('Not yours', 'NOT_ALLOWED') }, 'NotAllowed'],
    ],
  },
  {
    path: '/api/remove',
    call: async (client, host) => client.files.remove(site(host), 'a b/ü.md'),
    sent: { token: 'a-secret-token', id: 'site-1', path: 'a b/ü.md' },
    shapes: [
      [{ body: { status: 'ok' } }, undefined],
      [{ body: {} }, undefined],
    ],
    failures: [[{ status: 404, body: published('No file', 'NOT_FOUND') }, 'NotFound']],
  },
]
