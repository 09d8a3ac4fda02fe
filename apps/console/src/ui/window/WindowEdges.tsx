import styles from './FloatingWindow.module.css';
import { usePointerDrag } from './use-pointer-drag.ts';
import { resizeEdges, resizeWindow, type Placement, type ResizeEdge, type Size } from './window-placement.ts';
import { moveWindowTo } from './window-store.ts';

interface WindowEdgesProps {
  readonly id: string;
  readonly placement: Placement;
  readonly layerSize: Size;
  readonly onSettled: () => void;
}

/** The eight handles with which a pointer resizes the window; with the keyboard the title bar does it. */
export function WindowEdges(props: WindowEdgesProps) {
  return resizeEdges.map((edge) => <WindowEdge key={edge} edge={edge} {...props} />);
}

function WindowEdge({ id, edge, placement, layerSize, onSettled }: WindowEdgesProps & { readonly edge: ResizeEdge }) {
  const drag = usePointerDrag({
    begin: () => placement,
    move: (start, dx, dy) => moveWindowTo(id, resizeWindow(start, edge, dx, dy, layerSize)),
    end: onSettled,
  });
  return <div className={styles.edge} data-edge={edge} {...drag} />;
}
