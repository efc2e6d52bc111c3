package mirrorlab.house;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.Configuration.consideringOnlyDependenciesInDiagram;
import static com.tngtech.archunit.library.plantuml.rules.PlantUmlArchCondition.adhereToPlantUmlDiagram;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.channels.FileChannel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The floor plan and what follows from it. Every rule says why it is there.
@AnalyzeClasses(locations = ArchitectureTest.TheProgram.class)
class ArchitectureTest {
    private static final String[] CORE = FloorPlan.packages("broker", "channel", "queue", "mirror", "policy",
            "membership",
            "metadata", "multicast", "routing", "content", "vocabulary");

    /// Classes of the core that hold a hash-ordered collection, and why its order can be seen by nobody.
    private static final Map<String, String> HASH_ORDERED = Map.of(//
            "mirrorlab.queue.Consumers", "holders are looked up by position",
            "mirrorlab.queue.Unacknowledged", "positions are looked up by message",
            "mirrorlab.journal.QueueView", "constant, asked for membership",
            "mirrorlab.mirror.Dispatch", "holders are looked up by position",
            "mirrorlab.policy.HaValidation", "constant, asked for membership",
            "mirrorlab.policy.PolicyValidation", "constant, asked for membership",
            "mirrorlab.policy.QueueKeys", "constants, asked for membership");

    /// Parts of the journal that keep time, wait or write. All others are folds and as pure as the core.
    private static final DescribedPredicate<JavaClass> JOURNAL_KEEPERS = describe("keep a node's journal",
            type -> Set.of("NodeJournal", "JournalFile", "HybridClock", "PendingTraffic", "Json")
                    .contains(outermost(type)));

    private static final DescribedPredicate<JavaClass> PURE = resideInAnyPackage(CORE)
            .or(resideInAPackage("mirrorlab.journal..").and(not(JOURNAL_KEEPERS))).as("core rooms and folds");

    @ArchTest
    static final ArchRule rooms_depend_on_each_other_as_the_floor_plan_draws_it = classes()
            .should(adhereToPlantUmlDiagram(FloorPlan.url(), consideringOnlyDependenciesInDiagram()))
            .because("a new arrow is drawn in floor-plan.puml first, with its reason in the commit");

    @ArchTest
    static void every_arrow_of_the_floor_plan_is_walked(JavaClasses all) {
        assertThat(FloorPlan.arrows()).as("arrows in floor-plan.puml; one that nobody walks is erased")
                .isSubsetOf(walked(all));
    }

    @ArchTest
    static void every_class_lives_in_a_room_of_the_floor_plan(JavaClasses all) {
        assertThat(all.stream().map(FloorPlan::room).distinct()).as("rooms; floor-plan.puml draws them all")
                .isSubsetOf(FloorPlan.rooms());
    }

    @ArchTest
    static final ArchRule no_two_rooms_know_each_other = slices().matching("mirrorlab.(*)..").should()
            .beFreeOfCycles().because("arrows point down; rooms in a circle are one room");

    @ArchTest
    static final ArchRule no_two_cupboards_of_the_lab_know_each_other = slices().matching("mirrorlab.lab.(*)..")
            .should()
            .beFreeOfCycles().because("the lab is the largest room; its packages stay readable one by one");

    @ArchTest
    static final ArchRule the_core_reads_and_writes_nothing = noClasses().that(PURE)
            .and(not(named("mirrorlab.mirror.StoredMessage"))).and(not(named("mirrorlab.metadata.MetadataFile")))
            .should()
            .dependOnClassesThat(resideInAnyPackage("java.io..", "java.net..", "java.nio..")
                    .and(not(belongToAnyOf(java.nio.charset.Charset.class, java.nio.charset.StandardCharsets.class)))
                    .and(not(belongToAnyOf(java.io.Serializable.class, java.io.UncheckedIOException.class))))
            .because(
                    "what the core wants from the outside is an effect; the two exceptions lay bytes out in memory only");

    @ArchTest
    static final ArchRule the_core_has_no_threads = noClasses().that(PURE).should()
            .dependOnClassesThat(resideInAPackage("java.util.concurrent..")
                    .or(belongToAnyOf(Thread.class, Runtime.class, java.util.Timer.class)))
            .because("one loop thread owns the whole core, and a seed replays it");

    @ArchTest
    static final ArchRule the_core_locks_nothing = noMethods().that().areDeclaredInClassesThat(PURE).should()
            .haveModifier(JavaModifier.SYNCHRONIZED).because("one thread owns one state");

    @ArchTest
    static final ArchRule the_core_asks_no_clock = noClasses().that(PURE).should()
            .callMethodWhere(call("a clock", System.class, "currentTimeMillis", "nanoTime")
                    .or(describe("now()", call -> call.getTargetOwner().getPackageName().equals("java.time")
                            && call.getName().equals("now"))))
            .orShould().dependOnClassesThat(belongToAnyOf(java.time.Clock.class, java.util.Date.class))
            .because("time is an input (TimerFired) and an effect (SetTimer)");

    @ArchTest
    static final ArchRule the_core_throws_no_dice = noClasses().that(PURE).should()
            .callMethodWhere(call("chance", Math.class, "random").or(call("chance", java.util.UUID.class, "randomUUID"))
                    .or(call("chance", java.util.random.RandomGenerator.class, "of", "getDefault"))
                    .or(call("addresses", System.class, "identityHashCode")))
            .orShould().callConstructorWhere(describe("a generator without a seed",
                    call -> List.of("java.util.Random", "java.util.SplittableRandom")
                            .contains(call.getTargetOwner().getName())
                            && call.getTarget().getRawParameterTypes().isEmpty()))
            .orShould().dependOnClassesThat(belongToAnyOf(java.security.SecureRandom.class))
            .because("chance is an input: a seed, or a RandomGenerator that the world hands in");

    @ArchTest
    static final ArchRule the_core_has_no_hash_order = noClasses().that(PURE)
            .and(not(describe("are listed with a reason", type -> HASH_ORDERED.containsKey(outermostName(type)))))
            .should()
            .callConstructorWhere(describe("a hash-ordered collection", call -> isHashOrdered(call.getTargetOwner())))
            .orShould().callMethodWhere(describe("a collection whose order changes from one start to the next",
                    ArchitectureTest::makesUnordered))
            .because("the order of a HashMap or Set.of is not the same in the next run; use a Linked or a Tree one");

    @ArchTest
    static void every_hash_ordered_exception_is_still_needed(JavaClasses all) {
        assertThat(HASH_ORDERED.keySet()).as("listed exceptions").allSatisfy(name -> assertThat(all.stream()
                .filter(type -> outermostName(type).equals(name)).flatMap(type -> type.getAccessesFromSelf().stream()))
                .anyMatch(access -> access instanceof JavaCall<?> call
                        && (isHashOrdered(call.getTargetOwner()) || makesUnordered(call))));
    }

    @ArchTest
    static final ArchRule only_jgroups_knows_jgroups = only("jgroups", "org.jgroups..")
            .because("views and merges never leave that room; everybody else sees the port Network");

    @ArchTest
    static final ArchRule only_store_knows_files_of_contents = noClasses().that().resideOutsideOfPackages(
            FloorPlan.packages("store", "journal", "lab", "station", "cli", "ui", "simulation")).should()
            .dependOnClassesThat(resideInAPackage("java.nio.file..")
                    .or(JavaClass.Predicates.assignableTo(FileChannel.class)))
            .because("a node's disk is behind the port Store");

    @ArchTest
    static final ArchRule only_ui_knows_javafx = only("ui", "javafx..", "org.controlsfx..", "atlantafx..",
            "org.kordamp..")
            .because("a lab without a window must run without JavaFX");

    @ArchTest
    static final ArchRule only_cli_knows_picocli = only("cli", "picocli..")
            .because("words of the command line are read in one room");

    @ArchTest
    static final ArchRule only_doors_and_lab_speak_to_sockets = noClasses().that().resideInAnyPackage(
            FloorPlan.packages("ui", "store", "node", "simulation", "journal")).should()
            .dependOnClassesThat().resideInAnyPackage("java.net.http..", "com.sun.net.httpserver..", "com.rabbitmq..")
            .because("the window talks to the lab, the shell to its ports");

    @ArchTest
    static final ArchRule window_and_lab_see_no_core = noClasses().that()
            .resideInAnyPackage(FloorPlan.packages("ui", "lab"))
            .should().dependOnClassesThat(resideInAnyPackage(CORE).and(not(resideInAPackage("mirrorlab.vocabulary.."))))
            .because("the picture is a fold of the journal, and a node is asked through its doors");

    /// The desk appends to the scenario what it has performed; a view that went past it would do something that no step says.
    @ArchTest
    static final ArchRule whatever_is_done_in_the_window_becomes_a_step = noClasses().that()
            .resideInAPackage("mirrorlab.ui..").and().doNotHaveFullyQualifiedName("mirrorlab.ui.Desk")
            .and().areNotAssignableTo(mirrorlab.lab.Lab.class).should()
            .callMethod(mirrorlab.lab.Lab.class, "perform", mirrorlab.lab.scenario.Step.class);

    @ArchTest
    static final ArchRule only_the_command_line_prints = noClasses().that().resideOutsideOfPackage("mirrorlab.cli..")
            .and(not(named("mirrorlab.station.NodeProcess"))).should()
            .accessTargetWhere(describe("standard output or error", ArchitectureTest::prints))
            .because("a lab may be part of another program; NodeProcess tells its ports on standard output");

    @ArchTest
    static final ArchRule everybody_logs_by_slf4j = noClasses().that(not(named("mirrorlab.jgroups.Stack")))
            .and().resideOutsideOfPackages(FloorPlan.packages("cli", "station")).should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.logging..", "org.apache.logging..", "org.apache.commons.logging..")
            .because("one way to log; cli and station set the levels, Stack quietens JGroups");

    @ArchTest
    static final ArchRule everybody_marks_null_by_jspecify = noClasses().should().dependOnClassesThat()
            .resideInAnyPackage("javax.annotation..", "jakarta.annotation..", "org.jetbrains.annotations..",
                    "org.checkerframework..", "edu.umd.cs.findbugs..", "io.micrometer..")
            .because("NullAway reads one set of annotations");

    @ArchTest
    static final ArchRule nobody_serialises_java_objects = noClasses().should().dependOnClassesThat(
            belongToAnyOf(java.io.ObjectInputStream.class, java.io.ObjectOutputStream.class))
            .because("bytes from a peer or a disk are read field by field, with bounds");

    private static ArchRule only(String room, String... libraries) {
        return noClasses().that().resideOutsideOfPackage("mirrorlab." + room + "..").should().dependOnClassesThat()
                .resideInAnyPackage(libraries);
    }

    private static DescribedPredicate<JavaClass> named(String name) {
        return describe("is " + name, type -> outermostName(type).equals(name));
    }

    private static DescribedPredicate<JavaCall<?>> call(String what, Class<?> owner, String... methods) {
        return describe(what,
                call -> call.getTargetOwner().isEquivalentTo(owner) && List.of(methods).contains(call.getName()));
    }

    private static boolean isHashOrdered(JavaClass type) {
        return type.isEquivalentTo(HashMap.class) || type.isEquivalentTo(HashSet.class)
                || type.isEquivalentTo(java.util.IdentityHashMap.class)
                || type.isEquivalentTo(java.util.WeakHashMap.class);
    }

    private static boolean makesUnordered(JavaCall<?> call) {
        int arguments = call.getTarget().getRawParameterTypes().size();
        JavaClass owner = call.getTargetOwner();
        return switch (call.getName()) {
            case "of" ->
                owner.isEquivalentTo(Set.class) && (arguments > 1 || call.getTarget().getRawParameterTypes().stream()
                        .anyMatch(JavaClass::isArray)) || owner.isEquivalentTo(Map.class) && arguments > 2;
            case "copyOf", "ofEntries" -> owner.isEquivalentTo(Set.class) || owner.isEquivalentTo(Map.class);
            case "toSet", "toUnmodifiableSet", "toMap", "toUnmodifiableMap", "groupingBy" ->
                owner.isEquivalentTo(java.util.stream.Collectors.class) && arguments < 3;
            default -> false;
        };
    }

    private static boolean prints(JavaAccess<?> access) {
        return access.getTargetOwner().isEquivalentTo(System.class) && List.of("out", "err").contains(access.getName())
                || access.getName().equals("printStackTrace") && access
                        .getTarget() instanceof com.tngtech.archunit.core.domain.AccessTarget.MethodCallTarget target
                        && target.getRawParameterTypes().isEmpty();
    }

    private static Set<String> walked(JavaClasses all) {
        Set<String> walked = new TreeSet<>();
        all.forEach(type -> type.getDirectDependenciesFromSelf().stream()
                .map(each -> each.getTargetClass().getBaseComponentType())
                .filter(target -> target.getPackageName().startsWith("mirrorlab."))
                .forEach(target -> walked.add(FloorPlan.room(type) + " -> " + FloorPlan.room(target))));
        return walked;
    }

    private static String outermostName(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermostName).orElseGet(type::getName);
    }

    private static String outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElseGet(type::getSimpleName);
    }

    /// Where the classes of the program are, without those of the tests.
    static final class TheProgram implements LocationProvider {
        @Override
        public Set<Location> get(Class<?> testClass) {
            return Set.of(Location.of(mirrorlab.cli.Main.class.getProtectionDomain().getCodeSource().getLocation()));
        }
    }
}
