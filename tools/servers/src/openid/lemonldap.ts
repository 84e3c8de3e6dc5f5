import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../caldav/start-server.ts'
import { ServerError } from '../errors.ts'
import { freePort } from '../free-port.ts'
import type { OpenidProvider } from './openid-provider.ts'
import { browser } from './visitor.ts'

/** The doctor of its demonstration accounts, whose password is the name. */
const person = { name: 'dwho', email: 'dwho@badwolf.org' }

export type Lemonldap = Omit<OpenidProvider, 'clientId' | 'clientSecret'> & { email: string }

interface LemonldapClient {
  id: string
  secret: string
  /** How it signs id tokens. */
  algorithm?: 'RS256' | 'HS512'
  /** The attribute of a person that is the subject. */
  subject?: 'uid' | 'mail'
}

/** Its portal always loads one, and that of the package needs ImageMagick. */
const captcha = `package Lemonldap::NG::Portal::Captcha::None;
use Mouse;
extends 'Lemonldap::NG::Portal::Main::Plugin';
sub init { 1 }
1;
`

/**
 * LemonLDAP::NG, a provider that calls an address verified with the text "true". It runs in Perl, from Debian's packages.
 * @throws {ServerError} when they are missing, or it does not start
 */
export async function startLemonldap(
  { IDENTITY_PROVIDER: root = '/', ...inherited }: NodeJS.ProcessEnv,
  {
    redirectUri,
    clients,
    port,
  }: { redirectUri: string; clients: LemonldapClient[]; port?: number },
): Promise<Lemonldap> {
  const at = (path: string) => {
    const found = [join(root, path), join('/', path)].find(existsSync)
    if (found !== undefined) return found
    throw new ServerError(`${path} is missing. npm run test:long unpacks Debian’s packages.`)
  }
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-lemonldap-'))
  const issuer = `http://127.0.0.1:${port ?? (await freePort())}/`
  const conf: object = JSON.parse(
    (await readFile(at('var/lib/lemonldap-ng/conf/lmConf-1.json'), 'utf8')).replaceAll(
      '/var/lib/lemonldap-ng',
      folder,
    ),
  )
  const modules = join(folder, 'perl/Lemonldap/NG/Portal/Captcha')
  for (const name of ['conf', 'cache', 'sessions/lock', 'psessions/lock'])
    await mkdir(join(folder, name), { recursive: true })
  await mkdir(modules, { recursive: true })
  await writeFile(join(modules, 'None.pm'), captcha)
  const settings = { ...conf, ...settingsFor(issuer, redirectUri, clients) }
  await writeFile(join(folder, 'conf/lmConf-1.json'), JSON.stringify(settings))
  await writeFile(
    join(folder, 'lemonldap-ng.ini'),
    `[all]
logLevel = error
[configuration]
type = File
dirName = ${join(folder, 'conf')}
[portal]
staticPrefix = /static
templateDir = ${at('usr/share/lemonldap-ng/portal/templates')}
languages = en
`,
  )
  const libraries = 'usr/lib/x86_64-linux-gnu'
  const perl = ['usr/share/perl5', `${libraries}/perl5/5.36`, `${libraries}/perl5-base`]
  const { hostname, port: bound } = new URL(issuer)
  const stop = await startServer(
    issuer,
    [
      'perl',
      at('usr/bin/plackup'),
      '--env=deployment',
      `--host=${hostname}`,
      `--port=${bound}`,
      at('usr/share/lemonldap-ng/portal/htdocs/index.psgi'),
    ],
    {
      cwd: folder,
      env: {
        ...inherited,
        PERL5LIB: [join(folder, 'perl'), ...perl.map(path => join(root, path))].join(':'),
        LD_LIBRARY_PATH: join(root, libraries),
        LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini'),
      },
    },
  )
  return {
    issuer,
    email: person.email,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function settingsFor(issuer: string, redirectUri: string, clients: LemonldapClient[]) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const exported = { email: 'mail', email_verified: 'verified' }
  return {
    portal: issuer,
    domain: '127.0.0.1',
    key: 'of a provider for one test',
    captcha: '::Captcha::None',
    macros: { verified: '"true"', _whatToTrace: '$uid' },
    locationRules: {},
    reloadUrls: {},
    notification: 0,
    passwordDB: 'Null',
    registerDB: 'Null',
    portalDisplayRegister: 0,
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: issuer,
    oidcServiceKeyIdSig: 'k1',
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcRPMetaDataOptions: Object.fromEntries(
      clients.map(({ id, secret, algorithm = 'RS256', subject = 'uid' }, place) => [
        `client${place}`,
        {
          oidcRPMetaDataOptionsClientID: id,
          oidcRPMetaDataOptionsClientSecret: secret,
          oidcRPMetaDataOptionsRedirectUris: redirectUri,
          oidcRPMetaDataOptionsIDTokenSignAlg: algorithm,
          oidcRPMetaDataOptionsUserIDAttr: subject,
          oidcRPMetaDataOptionsBypassConsent: 1,
        },
      ]),
    ),
    oidcRPMetaDataExportedVars: Object.fromEntries(
      clients.map((_, place) => [`client${place}`, exported]),
    ),
  }
}

/** Goes through its pages. Returns the address of ours to which it sends the browser back. */
export async function passLemonldapPages(start: string): Promise<string> {
  const send = browser()
  let url = start
  let form: URLSearchParams | undefined
  for (let step = 0; step < 20; step += 1) {
    const answer = await send(url, form)
    const body = await answer.text()
    const location = answer.headers.get('location')
    if (location === null) form = filled(body)
    else {
      form = undefined
      url = new URL(location, url).href
    }
    if (new URL(url).pathname === '/oauth/callback') return url
  }
  throw new Error('The provider did not send the browser back.')
}

function filled(body: string): URLSearchParams {
  const form = new URLSearchParams({ user: person.name, password: person.name })
  const hidden = body.matchAll(/<input [^>]*type="hidden" name="([^"]+)" value="([^"]*)"/g)
  for (const [, name = '', value = ''] of hidden) form.set(name, value)
  if (body.includes('name="password"')) return form
  throw new Error(`The provider has no form: ${body.slice(0, 400)}`)
}
