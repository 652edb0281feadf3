import { askGrid } from '../frame/ask-grid.ts'
import { StudyFrame } from '../frame/study-frame.tsx'
import { StudyTables } from '../frame/study-tables.tsx'
import type { StudyScreenProps } from '../study-screen.ts'

export async function ScaleUpScreen({ project, comparison, problems }: StudyScreenProps) {
  const grid = await askGrid(project, comparison)
  return (
    <StudyFrame
      kind="scale-up"
      project={project}
      title="Scale-up"
      summary=""
      comparison={comparison}
      problems={problems}
      warnings={grid.warnings}
    >
      <StudyTables project={project} comparison={comparison} grid={grid} />
    </StudyFrame>
  )
}
