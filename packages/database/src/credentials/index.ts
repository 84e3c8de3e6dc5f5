export * from './credentials.ts'
export * from './links.ts'
export * from './passkeys.ts'
export * from './sign-in.ts'
