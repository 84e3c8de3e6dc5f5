import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { openPool } from './connect.ts'
import { ourSchemas, roleName, roles, type Role } from './roles.ts'

/** The password of each role that there should be. */
export type Passwords = Partial<Record<Role, string>>

/**
 * Makes the roles, or gives them these passwords, and makes the owner own the tables that there are already.
 * Repeating it is safe, also while services run.
 * @param adminUrl the database, as a role that may create roles
 */
export async function makeRoles(adminUrl: string, passwords: Passwords) {
  const db = openPool<unknown>({ url: adminUrl, applicationName: 'roles', maxConnections: 1 })
  try {
    await db.transaction().execute(async trx => {
      // Two at once would both create what is missing.
      await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
      for (const role of roles) {
        const password = passwords[role]
        if (password !== undefined) await makeRole(trx, roleName(role), password)
      }
      if (passwords.owner !== undefined) await handOver(trx, roleName('owner'))
    })
  } finally {
    await db.destroy()
  }
}

/** The address of one database for each role. */
export type RoleAddresses = Record<Role, string>

/** Makes all roles with new passwords, for a server that nothing else uses. @returns their addresses */
export async function makeRolesAnew(adminUrl: string): Promise<RoleAddresses> {
  const passwords = mapRoles(() => randomBytes(18).toString('base64url'))
  await makeRoles(adminUrl, passwords)
  return mapRoles(role => addressFor(adminUrl, role, passwords[role]))
}

/** What `valueOf` gives for each role. */
export function mapRoles<Value>(valueOf: (role: Role) => Value): Record<Role, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return Object.fromEntries(roles.map(role => [role, valueOf(role)])) as Record<Role, Value>
}

/** The address of the same database for another role. */
export function addressFor(url: string, role: Role, password: string): string {
  const address = new URL(url)
  address.username = roleName(role)
  address.password = encodeURIComponent(password)
  return address.href
}

const lockKey = 20_261_125

async function makeRole(db: Kysely<unknown>, name: string, password: string) {
  const found = await sql`select from pg_roles where rolname = ${name}`.execute(db)
  const verb = found.rows.length === 0 ? 'create' : 'alter'
  await sql`${sql.raw(verb)} role ${sql.id(name)} login password ${sql.lit(password)}`.execute(db)
}

const schemas = sql.raw(ourSchemas.map(name => `'${name}'`).join(', '))

/** The owner may make schemas and tables, and owns ours. The database itself stays whose it is. */
async function handOver(db: Kysely<unknown>, owner: string) {
  await sql`do $hand_over$
    declare
      owner name := ${sql.lit(owner)};
      -- Tables in a database without our migrations are not ours.
      ours oid[] := array(select oid from pg_namespace where nspname in (${schemas})
        and coalesce(to_regclass('public.kysely_migration'), to_regclass('vault.migration')) is not null);
      statement text;
    begin
      -- Only a superuser can hand over to a role that it is not a member of.
      if not pg_has_role(owner, 'set') then execute format('grant %I to current_user', owner); end if;
      execute format('grant create, connect, temporary on database %I to %I', current_database(), owner);
      execute format('grant usage, create on schema public to %I', owner);
      for statement in
        select format('schema %I', nspname) from pg_namespace
          where oid = any(ours) and nspname <> 'public' and nspowner <> owner::regrole
        union all
        -- A sequence of a column follows its table.
        select format('%s %s', case relkind when 'S' then 'sequence' else 'table' end, c.oid::regclass)
          from pg_class c where relnamespace = any(ours) and relkind in ('r', 'p', 'S')
            and relowner <> owner::regrole
            and not exists (select from pg_depend where objid = c.oid and deptype in ('a', 'i', 'e'))
        union all
        select format('routine %s', p.oid::regprocedure) from pg_proc p
          where pronamespace = any(ours) and proowner <> owner::regrole
            and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      loop execute format('alter %s owner to %I', statement, owner); end loop;
    end $hand_over$`.execute(db)
}
