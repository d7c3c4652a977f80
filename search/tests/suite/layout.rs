//! The layout of the source: size of files and folders in every crate above the
//! foundation, import cycles, and the files that `docs/ARCHITECTURE.md` names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const MOST_LINES: usize = 450;
const MOST_FILES: usize = 15;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// The entries of `folder`.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("a file").path()).collect()
}

/// Checks the size of `folder`, of the folders in it and of their source files.
fn check_sizes(folder: &Path) {
    let is_source = |path: &&PathBuf| path.extension().is_some_and(|it| it == "rs");
    let entries = entries(folder);
    let files: Vec<&PathBuf> = entries.iter().filter(is_source).collect();
    assert!(files.len() <= MOST_FILES, "{} files in {}", files.len(), folder.display());
    for file in files {
        let lines = fs::read_to_string(file).expect("a text").lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines", file.display());
    }
    entries.iter().filter(|path| path.is_dir()).for_each(|path| check_sizes(path));
}

/// Every source file by its module path, such as `tree::node`; a `mod.rs` by its folder.
fn modules(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
    for path in entries(folder) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let module = if prefix.is_empty() { name.clone() } else { format!("{prefix}::{name}") };
        if path.is_dir() {
            modules(&path, &module, found);
        } else if name != "lib" {
            let module = if name == "mod" { prefix.to_owned() } else { module };
            found.insert(module, fs::read_to_string(&path).expect("a text"));
        }
    }
}

/// The modules of a crate.
fn all(name: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    modules(&workspace().join(name).join("src"), "", &mut found);
    found
}

/// The modules whose names `text` of `module` imports by a path from the crate's root.
fn imports(module: &str, text: &str, all: &BTreeMap<String, String>) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut found = BTreeSet::new();
    for path in lines.flat_map(|line| line.split("crate::").skip(1)) {
        let path: String =
            path.chars().take_while(|&c| c.is_alphanumeric() || c == '_' || c == ':').collect();
        let parts: Vec<&str> = path.split("::").collect();
        let longest = (1..=parts.len())
            .rev()
            .map(|length| parts[..length].join("::"))
            .find(|it| all.contains_key(it));
        found.extend(longest.filter(|it| it != module));
    }
    found
}

fn is_parent(parent: &str, child: &str) -> bool {
    child.rsplit_once("::").is_some_and(|(folder, _)| folder == parent)
}

#[test]
fn files_and_folders_are_small() {
    let folders = [
        "params", "eval", "ordering", "mate", "search", "analyse", "uci", "lab", "games",
        "trainer", "tools",
    ];
    for folder in folders {
        check_sizes(&workspace().join(folder).join("src"));
        let tests = workspace().join(folder).join("tests");
        if tests.is_dir() {
            check_sizes(&tests);
        }
    }
}

#[test]
fn no_module_imports_itself_through_others() {
    for name in ["eval", "ordering", "search", "trainer"] {
        check_imports(&all(name));
    }
}

/// Checks that there is no import cycle among the modules `all`.
fn check_imports(all: &BTreeMap<String, String>) {
    let mut edges: BTreeMap<String, BTreeSet<String>> = all
        .iter()
        .map(|(module, text)| {
            let mut imports = imports(module, text, all);
            imports.retain(|other| !is_parent(other, module) && !is_parent(module, other));
            (module.clone(), imports)
        })
        .collect();
    // Removes modules that import nothing that is left; what remains is on a cycle or
    // above one.
    loop {
        let done: Vec<String> = edges
            .iter()
            .filter(|(_, imports)| imports.iter().all(|other| !edges.contains_key(other)))
            .map(|(module, _)| module.clone())
            .collect();
        if done.is_empty() {
            break;
        }
        for module in done {
            edges.remove(&module);
        }
    }
    let left: BTreeSet<String> = edges.keys().cloned().collect();
    for imports in edges.values_mut() {
        imports.retain(|other| left.contains(other));
    }
    assert!(edges.is_empty(), "import cycles among {edges:#?}");
}

#[test]
fn the_architecture_page_names_existing_files() {
    let page = fs::read_to_string(workspace().join("docs/ARCHITECTURE.md")).expect("the page");
    let named: BTreeSet<&str> =
        page.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs")).collect();
    for walk in ["## A `go` command", "## A TT entry"] {
        assert!(page.contains(walk), "{walk}");
    }
    for file in ["search/src/engine.rs", "search/src/tree/alphabeta.rs", "tt/src/table.rs"] {
        assert!(named.contains(file), "{file} is not on the walk");
    }
    for file in named {
        assert!(workspace().join(file).is_file(), "{file} does not exist");
    }
}
