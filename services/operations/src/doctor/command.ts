import { diagnose } from './diagnose.ts'
import { report } from './finding.ts'

// The doctor of an installation, run where the worker runs: node dist/doctor/main.js.
// It ends with 1 when something does not work.
const findings = await diagnose(process.env)
console.log(report(findings))
if (findings.some(({ state }) => state === 'fault')) process.exitCode = 1
