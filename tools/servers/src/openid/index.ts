export { openidKey, startOpenidProvider } from './openid-provider.ts'
export type { OpenidProvider, OpenidProviderOptions } from './openid-provider.ts'
export { passLemonldapPages, startLemonldap } from './lemonldap.ts'
export { passOpenidPages } from './visitor.ts'
