import { useRef, useState, type DragEvent, type ReactNode } from 'react';

interface FileChoice {
  /** A file is dragged over the field. */
  readonly isOver: boolean;
  /** Handlers for the element onto which a file is dropped. */
  readonly zone: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
  /** The browser's own file input, rendered hidden. */
  readonly field: ReactNode;
  /** Opens the browser's dialog. */
  readonly choose: () => void;
}

interface FileWish {
  readonly label: string;
  /** The types that the browser's dialog offers: ".csv,text/csv". */
  readonly accept: string;
  /** True: accepts no file now. */
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}

/** Accepts a single file by drop or dialog. */
export function useFileChoice({ label, accept, isBusy, onFile }: FileWish): FileChoice {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !isBusy) onFile(file);
  };
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    take(event.dataTransfer.files);
  };
  const field = (
    <input
      ref={input}
      className="visually-hidden"
      type="file"
      accept={accept}
      aria-label={label}
      tabIndex={-1}
      onChange={({ currentTarget }) => {
        take(currentTarget.files);
        // Reset so that choosing the same file again, after a correction, is a change too.
        currentTarget.value = '';
      }}
    />
  );
  return {
    isOver,
    zone: { onDragOver: drag(true), onDragLeave: drag(false), onDrop: drop },
    field,
    choose: () => input.current?.click(),
  };
}
