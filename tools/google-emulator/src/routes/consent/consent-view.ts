import type { EmulatorAccount } from '../../control/contract.ts'
import type { AuthorizationRequest } from '../../oauth/authorization-request.ts'
import { describeScope, isIdentityScope } from '../../oauth/scopes.ts'

export function chooseAccountView(accounts: readonly EmulatorAccount[], address: string) {
  return {
    title: 'Choose an account',
    accounts: accounts.map(({ email, name }) => ({
      email,
      name,
      initial: name.slice(0, 1),
      address: withAccount(address, email),
    })),
  }
}

/** The account is chosen; this page asks which scopes to allow. */
export function consentView(
  account: EmulatorAccount,
  request: AuthorizationRequest,
  address: string,
) {
  return {
    title: 'Allow access',
    name: account.name,
    email: account.email,
    initial: account.name.slice(0, 1),
    application: new URL(request.redirectUri).host,
    scopes: request.scopes
      .filter(scope => !isIdentityScope(scope))
      .map(scope => ({ scope, text: describeScope(scope) ?? scope })),
    address: withAccount(address, account.email),
    otherAccount: withAccount(address, null),
  }
}

/** The same request, made by that account; by one still to be chosen when null. */
function withAccount(address: string, email: string | null): string {
  const url = new URL(address, 'http://localhost')
  url.searchParams.delete('authuser')
  if (email === null) url.searchParams.delete('login_hint')
  else url.searchParams.set('authuser', email)
  return url.pathname + url.search
}
