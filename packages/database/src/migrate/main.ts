import { migrate } from '../migrate.ts'

const url = process.env['DATABASE_URL']
try {
  if (!url) throw new Error('DATABASE_URL is not set')
  const names = await migrate(url)
  console.log(names.length > 0 ? `migrated: ${names.join(', ')}` : 'nothing to migrate')
} catch (error) {
  console.error('migrate failed:', error)
  process.exitCode = 1
}
