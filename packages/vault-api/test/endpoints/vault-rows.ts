import type { Row } from './row.ts'

const vault = { uid: 'v1', host: 'sync.example.org', salt: 'abcd', encryptionVersion: 3 }

/** The four endpoints of vaults. */
export const vaultRows: Row[] = [
  {
    path: '/vault/regions',
    call: async client => client.vaults.regions({ host: 'sync.example.org' }),
    sent: { token: 'a-secret-token', host: 'sync.example.org' },
    shapes: [
      [{ body: { regions: [{ id: 'eu', name: 'Europe' }] } }, [{ id: 'eu', name: 'Europe' }]],
      [{ body: { regions: [{ value: 'eu', name: 'Europe' }] } }, [{ id: 'eu', name: 'Europe' }]],
      [{ body: { regions: [] } }, []],
    ],
    failures: [],
    misshapen: { regions: {} },
  },
  {
    path: '/vault/list',
    call: async client => client.vaults.list(),
    sent: { token: 'a-secret-token', supported_encryption_version: 3 },
    shapes: [
      [
        {
          body: {
            vaults: [
              {
                id: 'v1',
                uid: 'u1',
                name: 'Notes',
                password: 'hash',
                salt: 'abcd',
                created: 1_700_000_000_000,
                host: 'sync.example.org',
                size: 12,
                region: 'Europe',
                encryption_version: 3,
              },
            ],
            shared: [{ id: 'v2', name: 'Theirs', password: null, salt: null }],
            limit: 5,
          },
        },
        {
          vaults: [
            {
              id: 'v1',
              uid: 'u1',
              name: 'Notes',
              password: 'hash',
              salt: 'abcd',
              created: 1_700_000_000_000,
              host: 'sync.example.org',
              size: 12,
              region: 'Europe',
              encryptionVersion: 3,
            },
          ],
          shared: [
            {
              id: 'v2',
              uid: 'v2',
              name: 'Theirs',
              password: '',
              salt: '',
              created: 0,
              host: '',
              size: 0,
              region: null,
              encryptionVersion: 0,
            },
          ],
        },
      ],
      [{ body: { vaults: [] } }, { vaults: [], shared: [] }],
    ],
    failures: [],
    misshapen: { vaults: [{ name: 'no id' }] },
  },
  {
    path: '/vault/create',
    call: async client => client.vaults.create({ name: 'N' }),
    sent: {
      token: 'a-secret-token',
      name: 'N',
      region: '',
      // The service keeps the key; with a password it is the test below.
      keyhash: null,
      encryption_version: 3,
    },
    shapes: [
      [{ body: { id: 'v1', name: 'N' } }, { id: 'v1', name: 'N' }],
      [{ body: { id: 'v1', name: 'N', salt: 'abcd', region: 'eu' } }, { id: 'v1', name: 'N' }],
    ],
    failures: [[{ body: { error: 'x', code: 'INVALID_REQUEST' } }, 'InvalidRequest']],
    misshapen: { name: 'N' },
  },
  {
    path: '/vault/access',
    call: async client => client.vaults.access(vault, { keyHash: 'ab'.repeat(32) }),
    sent: {
      token: 'a-secret-token',
      vault_uid: 'v1',
      uid: 'v1',
      keyhash: 'ab'.repeat(32),
      host: 'sync.example.org',
      supported_encryption_version: 3,
      encryption_version: 3,
    },
    shapes: [
      [{ body: { status: 'ok' } }, undefined],
      [{ body: {} }, undefined],
      [{ body: { allowed: true, email: 'a', name: 'b', useruid: 'c' } }, undefined],
    ],
    failures: [
      [{ body: { error: 'Wrong vault key, please try again.' } }, 'WrongKey'],
      [{ body: { status: 'denied' } }, 'WrongKey'],
      [{ body: { error: 'x', code: 'UNSUPPORTED_ENCRYPTION' } }, 'UnsupportedEncryption'],
    ],
  },
]
