import t from 'tap'
import { asFailure } from '../src/failures.ts'

function refused(violation: object) {
  return asFailure(Object.assign(new Error(), { statusCode: 400, validation: [violation] }))
}

t.test('a refused request names the field, without the validator’s own message', async t => {
  const { failureCode, status, message } = refused({
    instancePath: '/token',
    message: 'must be string',
  })
  t.same([failureCode, status], ['INVALID_REQUEST', 400])
  t.equal(message, 'A value in this request is not one we can take: token.')
  t.equal(
    refused({ instancePath: '', params: { missingProperty: 'password' } }).message,
    'Something is missing from this request: password.',
  )
  t.equal(refused({ instancePath: '', params: {} }).message, 'This request is not valid.')
})
