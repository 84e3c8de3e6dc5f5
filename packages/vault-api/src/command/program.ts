import { Command } from 'commander'
import { version } from '../client.ts'
import type { Call, GlobalFlags, Invocation, Outcome } from './invocation.ts'
import { megabytes, publishFolder } from './publish.ts'
import { login, logout, whoami } from './sign-in.ts'
import { siteOptions } from './site-options.ts'
import {
  createSite,
  deleteSite,
  giveSlug,
  listFiles,
  removeFiles,
  showSites,
  uploadFiles,
} from './sites.ts'
import { checkVault, createVault, listVaults, regions } from './vaults.ts'

type Tell = (outcome: Outcome, flags: GlobalFlags) => void

const collect = (host: string, hosts: string[] = []) => [...hosts, host]

/** Builds the command line. With `json` the library prints no usage errors; the caller catches and prints them. */
export function buildProgram(invocation: Invocation, tell: Tell, json: boolean): Command {
  const program = new Command('vault')
    .description('Signs in to a note-vault service, manages vaults and sites, and publishes files.')
    .version(version, '--version', 'print the version')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({
      writeOut: text => invocation.output.write(text),
      writeErr: text => json || invocation.errors.write(text),
    })
    .option('--url <address>', 'base address of the main API (VAULT_URL)')
    .option('--publish-url <address>', 'base address of the publish API (VAULT_PUBLISH_URL)')
    .option('--site-url <address>', 'one address for every site (VAULT_SITE_URL)')
    .option(
      '--site-host <host>',
      'a host that a site may name; repeatable (VAULT_SITE_HOSTS)',
      collect,
    )
    .option('--header-prefix <prefix>', 'what upload headers begin with (VAULT_HEADER_PREFIX)')
    .option('--allow-plain-http', 'speak HTTP without encryption to other machines')
    .option('--token-file <path>', 'where the sign-in is kept (VAULT_TOKEN_FILE)')
    .option('--json', 'one JSON document instead of text')
    .addHelpText(
      'after',
      '\nVAULT_TOKEN, where it is set, is used instead of the kept sign-in. Exit codes: 0 done, 1 failed,\n' +
        '2 called wrongly, 3 not signed in, 4 second factor, 5 wrong vault key, 6 not found, 7 no room,\n' +
        '8 try again later, 9 not allowed, 130 interrupted.',
    )

  // Commander hands over the arguments, then the flags, then the command.
  const act = <Flags extends object, Args extends unknown[]>(
    work: (call: Call<Flags>, ...args: Args) => Promise<Outcome>,
  ) =>
    async function run(this: Command, ...args: Args) {
      const flags = this.optsWithGlobals<GlobalFlags & Flags>()
      tell(await work({ invocation, flags }, ...args), flags)
    }

  program
    .command('login')
    .description('sign in, and keep the token in a file that only you may read')
    .option('--email <address>', 'e-mail address of the account (VAULT_EMAIL)')
    .option(
      '--password-stdin',
      'password from the first line of standard input, code from the second',
    )
    .option('--mfa <code>', 'code of the second factor')
    .option('--print-token', 'print the token instead of keeping it')
    .action(act(login))
  program.command('logout').description('end the sign-in').action(act(logout))
  program.command('whoami').description('show the account').action(act(whoami))
  program.command('regions').description('list the regions for vaults').action(act(regions))

  const vaults = program.command('vaults').description('list, create and check vaults')
  vaults.command('list').description('list vaults').action(act(listVaults))
  vaults
    .command('create <name>')
    .description('make a vault')
    .option('--region <id>', 'region; the service chooses where it is left out')
    .option('--encryption-version <version>', '0, 2 or 3')
    .option('--service-key', 'let the service keep the key')
    .option('--password-stdin', 'password of the vault from standard input')
    .action(act(createVault))
  vaults
    .command('check <vault>')
    .description('check that a password opens a vault')
    .option('--service-key', 'check the key that the service keeps')
    .option('--password-stdin', 'password of the vault from standard input')
    .action(act(checkVault))

  const sites = program.command('sites').description('list and create sites, set slugs and options')
  sites.command('list').description('list sites').action(act(showSites))
  sites
    .command('create')
    .description('make a site')
    .option('--slug <slug>', 'give it this slug')
    .action(act(createSite))
  sites
    .command('delete <site>')
    .description('delete a site with its files; shows what would be gone unless --yes is given')
    .option('--yes', 'do it')
    .action(act(deleteSite))
  sites
    .command('options <site>')
    .description('show what a site looks like and who may read it, or change it')
    .option('--title <text>', 'its name above every page')
    .option('--home <note>', 'the note that readers see first')
    .option('--index', 'let search engines list it')
    .option('--no-index', 'ask search engines to leave it out')
    .option('--password', 'ask readers for a password, which you type (VAULT_SITE_PASSWORD)')
    .option('--password-stdin', 'ask readers for a password, from standard input')
    .option('--no-password', 'let anyone with the address read it')
    .action(act(siteOptions))
  sites.command('slug <site> <slug>').description('give a site its slug').action(act(giveSlug))

  const files = program.command('files').description('list, upload and remove files of a site')
  files.command('list <site>').description('list the files of a site').action(act(listFiles))
  files
    .command('upload <site> <files...>')
    .description('upload files')
    .option('--as <path>', 'path of a single file on the site')
    .option('--into <folder>', 'folder on the site')
    .action(act(uploadFiles))
  files.command('remove <site> <paths...>').description('remove files').action(act(removeFiles))

  program
    .command('publish <folder>')
    .description('make a site show a folder; shows what would change unless --yes is given')
    .requiredOption('--site <site>', 'id or slug of the site')
    .option('--yes', 'do it')
    .option('--only-flagged', 'only notes that say publish: true, and what --include names')
    .option(
      '--include <glob...>',
      'publish only these files, such as "nights/**"; quote the pattern',
    )
    .option('--exclude <glob...>', 'never publish these files')
    .option('--remove-others', 'also remove files that others uploaded')
    .option('--remove-many', 'also remove most of the site')
    .option('--manifest <path>', 'file that records what was published')
    .option('--quota <megabytes>', 'what the service lets a site have', megabytes)
    .action(act(publishFolder))
  return program
}
