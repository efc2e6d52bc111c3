package mirrorlab.lab.host;

import java.nio.file.Path;

/// A process that has a run folder in the folder of its argument until its input ends or it is killed.
final class FolderHolder {

    private FolderHolder() {}

    public static void main(String[] arguments) throws Exception {
        RunFolder folder = RunFolder.create(Path.of(arguments[0]), false);
        System.out.println(folder.path());
        if (System.in.read() < 0) {
            folder.finish();
        }
    }
}
