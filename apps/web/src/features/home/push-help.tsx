import { projectLabel, projectName } from '@assay/domain/projects/project-key'
import { apiDocsPath, importPath, organizationsPath, tokensPath } from '../../paths.ts'
import { getManages, getMayWrite, getOrigin } from '../../trpc/server-caller.ts'
import button from '../../ui/button.module.css'
import { CodeBlock } from '../../ui/code-block.tsx'
import { DEMO_PROJECT } from '../first-visit/stops.ts'
import style from './push-help.module.css'

/** Default server of the CLI. */
const DEFAULT_SERVER = 'http://localhost:3000'

/**
 * Explains how to upload results: in the browser, or with a token by the CLI or curl.
 *
 * @param isImport true on the page *Import*, which needs no link to itself.
 */
export async function PushHelp({ project, isImport = false }: { project: string; isImport?: boolean }) {
  const [server, manages, mayWrite] = await Promise.all([getOrigin(), getManages(project), getMayWrite(project)])
  const address = server === DEFAULT_SERVER ? '' : `ASSAY_URL=${server} `
  return (
    <div className={style.help}>
      {mayWrite !== 'yes' && (
        <p>
          To upload your own results, <a href={organizationsPath()}>create a project</a>.
        </p>
      )}
      {mayWrite === 'yes' && !isImport && (
        <p>
          <a className={button.primary} href={importPath(project)}>
            Import results
          </a>{' '}
          Drop files or a folder, see the runs, correct them, store them.
        </p>
      )}
      <p>
        Upload the whole output folder of a benchmark with a token of this project.{' '}
        {manages ? (
          <>
            <a href={tokensPath(project)}>Create a token</a> and put it into the variable <code>ASSAY_TOKEN</code>. From
            a checkout of Assay:
          </>
        ) : (
          <>
            Maintainers create tokens under Settings, Tokens
            {projectName(project) === DEMO_PROJECT && (
              <>
                ; that of the demo is in the file that <code>npm start</code> names, where the command finds it by
                itself
              </>
            )}
            . From a checkout of Assay:
          </>
        )}
      </p>
      <CodeBlock
        label="assay command"
        text={`${address}npx assay push RESULTS_FOLDER --project ${projectLabel(project)} --hardware $(uname -n)`}
      />
      <p>A machine that has only curl sends the same folder as an archive:</p>
      <CodeBlock label="curl command" text={curlCommand(project, server)} />
      <p>
        <code>$(uname -n)</code> names the machine that ran the benchmark; give another name when it ran elsewhere.
      </p>
      <p>
        Programs that compute their own results upload JSON documents; <a href={apiDocsPath()}>the API page</a> lists
        every operation.
      </p>
    </div>
  )
}

const curlCommand = (project: string, server: string) =>
  [
    'tar cz RESULTS_FOLDER |',
    `  curl --data-binary @- -H "Authorization: Bearer $ASSAY_TOKEN" \\`,
    `  -H "Content-Type: application/gzip" \\`,
    `  "${server}/api/v1/uploads?project=${projectLabel(project)}&hardware=$(uname -n)"`,
  ].join('\n')
